/* SPDX-License-Identifier: MIT */
/* Moments of a track: what the program named, and what the capture says of itself. */
const [TOO_DEEP, PAUSED, RESUMED, SNAPSHOT] = [5, 8, 9, 10]; /* enum csf_marker; all others end a capture */
const GAPS = {
  lost: ['--bad', 'Events are missing here'],
  stopped: ['--bad', 'Nothing was recorded any more'],
  paused: ['--warn', 'The program paused the recording'],
};

/* Either end of a pause may lie outside of what is shown. */
function pausesOf(track, { begin, end }) {
  const ends = track.marks.filter((mark) => mark.marker === PAUSED || mark.marker === RESUMED);
  const pauses = [];
  ends.forEach((mark, i) => {
    if (mark.marker === PAUSED)
      pauses.push({ kind: 'paused', from: mark.at, to: ends[i + 1] ? ends[i + 1].at : end });
    else if (i === 0) pauses.push({ kind: 'paused', from: begin, to: mark.at });
  });
  return pauses;
}

/* What a track lacks: lost events, pauses, and all that came after its process could record no more. */
function gapsOf(track, model) {
  const isStop = ({ kind, marker }) =>
    kind === 'marker' && ![TOO_DEEP, PAUSED, RESUMED, SNAPSHOT].includes(marker);
  const stops = model.tracks
    .filter((other) => other.process === track.process)
    .flatMap((other) => other.marks.filter(isStop))
    .map((mark) => mark.at);
  return [
    ...track.marks.filter((m) => m.kind === 'lost').map((m) => ({ kind: 'lost', from: m.from, to: m.at })),
    ...pausesOf(track, model),
    ...(stops.length ? [{ kind: 'stopped', from: Math.min(...stops), to: model.end }] : []),
  ];
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

function trackFacts(track, facts) {
  const pairs = [
    ['program', fileName(facts.processes[track.process].program) || '–'],
    ['pid, tid', `${track.pid}, ${track.tid}`],
    ['calls shown', count(track.shown)],
  ];
  if (track.left_out) pairs.push(['left out', count(track.left_out)]);
  if (track.root_ns !== undefined) pairs.push(['time in calls', duration(track.root_ns)]);
  return [track.label, pairs];
}
