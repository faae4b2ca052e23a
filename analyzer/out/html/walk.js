/* SPDX-License-Identifier: MIT */
/* Where an arrow key leads from the chosen call of a timeline. */

/* The first call of a track at the time that is in view; null: it has none. */
function firstOfTrack(timeline, track) {
  if (track < 0 || track >= timeline.tracks.length) return null;
  const { spans } = timeline.tracks[track].track;
  if (!spans.depthCount) return null;
  return { track, depth: 0, index: Math.min(spans.firstReaching(0, timeline.from), spans.first[1] - 1) };
}

function firstInView(timeline) {
  for (let track = 0; track < timeline.tracks.length; track++) {
    const call = firstOfTrack(timeline, track);
    if (call && timeline.tracks[track].track.spans.start[call.index] <= timeline.to) return call;
  }
  return firstOfTrack(timeline, 0);
}

/* Left and right: the same depth; up: the caller, then the track above; down: what was called, then the one below. */
function walkFrom(timeline, key) {
  const c = timeline.chosen;
  if (!c) return firstInView(timeline);
  const { spans } = timeline.tracks[c.track].track;
  const at = (index, depth) =>
    index >= spans.first[depth] && index < spans.first[depth + 1] ? { track: c.track, depth, index } : null;
  if (key === 'ArrowLeft') return at(c.index - 1, c.depth);
  if (key === 'ArrowRight') return at(c.index + 1, c.depth);
  if (key === 'ArrowUp')
    return c.depth ? at(spans.parent(c.depth, c.index), c.depth - 1) : firstOfTrack(timeline, c.track - 1);
  const child = spans.child(c.depth, c.index);
  return child >= 0 ? at(child, c.depth + 1) : firstOfTrack(timeline, c.track + 1);
}
