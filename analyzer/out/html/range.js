/* SPDX-License-Identifier: MIT */
/* Questions about a part of the timeline: what ran there, where is the next call that was searched for. */

/*
 * The functions of all tracks between two times, with the self time that lies in between, the longest
 * first. Of the calls that are shown: time of calls that were left out is their caller's.
 */
function functionsIn(tracks, from, to) {
  const sums = new Map();
  const sumOf = (row) => {
    if (!sums.has(row)) sums.set(row, { row, calls: 0, self: 0 });
    return sums.get(row);
  };
  for (const { spans } of tracks) {
    for (let depth = 0; depth < spans.depthCount; depth++) {
      let caller = depth ? spans.firstReaching(depth - 1, from) : -1;
      for (let i = spans.firstReaching(depth, from); i < spans.first[depth + 1] && spans.start[i] < to; i++) {
        const time = Math.min(spans.end(depth, i), to) - Math.max(spans.start[i], from);
        const sum = sumOf(spans.row[i]);
        sum.calls++;
        sum.self += time;
        if (!depth) continue;
        while (caller + 1 < spans.first[depth] && spans.start[caller + 1] <= spans.start[i]) caller++;
        sumOf(spans.row[caller]).self -= time;
      }
    }
  }
  return [...sums.values()].sort((a, b) => b.self - a.self || b.calls - a.calls);
}

/* Of one track the first call behind @time, or the last before it, whose row is wanted; null: none. */
function nearestIn(spans, track, wanted, time, step) {
  let best = null;
  for (let depth = 0; depth < spans.depthCount; depth++) {
    let i = spans.firstFrom(depth, time);
    if (step < 0) i--;
    else while (i < spans.first[depth + 1] && spans.start[i] === time) i++;
    const isInside = () => i >= spans.first[depth] && i < spans.first[depth + 1];
    while (isInside() && !wanted.has(spans.row[i])) i += step;
    if (isInside() && (!best || (spans.start[i] - best.start) * step < 0))
      best = { track, depth, index: i, start: spans.start[i] };
  }
  return best;
}

/* The next call of those searched for: in this track, then in the others, then from the start. */
function nextFound(tracks, wanted, chosen, step) {
  const first = chosen ? chosen.track : 0;
  for (let n = 0; n <= tracks.length; n++) {
    const track = (first + step * n + tracks.length * (n + 1)) % tracks.length;
    const { spans } = tracks[track].track;
    const edge = step > 0 ? -1 : Infinity;
    const time = chosen && n === 0 ? spans.start[chosen.index] : edge;
    const found = nearestIn(spans, track, wanted, time, step);
    if (found) return found;
  }
  return null;
}
