/* SPDX-License-Identifier: MIT */
/* Moments of a track: what the program named, and what the capture says of itself. */
const PAUSED = 8; /* enum csf_marker */
const RESUMED = 9;

/* What a track lacks: lost events, and pauses, whose beginning or end may lie outside of what is shown. */
function gapsOf(track, { begin, end }) {
  const gaps = [];
  let pausedAt = null;
  let isPauseKnown = false;
  for (const mark of track.marks) {
    if (mark.kind === 'lost') gaps.push({ kind: 'lost', from: mark.from, to: mark.at });
    if (mark.kind !== 'marker') continue;
    if (mark.marker === PAUSED) pausedAt = mark.at;
    if (mark.marker === RESUMED && (pausedAt !== null || !isPauseKnown))
      gaps.push({ kind: 'paused', from: pausedAt ?? begin, to: mark.at });
    if (mark.marker === RESUMED) pausedAt = null;
    isPauseKnown = isPauseKnown || mark.marker === PAUSED || mark.marker === RESUMED;
  }
  if (pausedAt !== null) gaps.push({ kind: 'paused', from: pausedAt, to: end });
  return gaps;
}

function markFacts(mark) {
  const pairs = [['at', moment(mark.at, 1)]];
  if (mark.kind === 'lost') {
    pairs.push(
      ['events', mark.events !== '0' ? count(mark.events) : 'not known'],
      ['since', moment(mark.from, 1)],
    );
    return ['Something is missing here', pairs];
  }
  if (mark.kind === 'value') pairs.push(['value', mark.value]);
  if (mark.kind === 'marker' && mark.argument !== '0') pairs.push(['argument', count(mark.argument)]);
  return [mark.name || mark.kind, [['kind', mark.kind], ...pairs]];
}
