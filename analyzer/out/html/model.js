/* SPDX-License-Identifier: MIT */
/* The data of the page: functions, tracks (threads and lanes), facts. Read once, never changed. */
const fileName = (path) => (path ? path.slice(path.lastIndexOf('/') + 1) : '');

function shortPlace(file, line) {
  return file ? `${file.split('/').slice(-2).join('/')}${line ? `:${line}` : ''}` : '';
}

function readFunctions(facts) {
  return facts.functions.map(
    (f, id) =>
      f && {
        ...f,
        id,
        isCalled: f.calls !== undefined,
        hasTimes: f.self !== undefined,
        hasQuantiles: f.p50 !== undefined,
        moduleName: f.module === null ? '' : fileName(facts.modules[f.module].path),
        modulePath: f.module === null ? '' : facts.modules[f.module].path,
        place: shortPlace(f.file, f.line),
        lower: f.name.toLowerCase(),
        labels: shorterNames(f.name),
      },
  );
}

function trackName(track, facts) {
  const process = facts.processes[track.process];
  const name = track.name || (track.tid === process.pid ? fileName(process.program) : '') || 'thread';
  return track.lane ? `${name} (signal handlers)` : name;
}

function readTracks(facts) {
  return facts.tracks.map((track, number) => ({
    ...track,
    number,
    label: trackName(track, facts),
    pid: facts.processes[track.process].pid,
    spans: new Spans(blockBytes(`calls-${number}`), track.shown),
  }));
}

/* The whole run, or what a filter has left of it. */
function shownTime(facts, tracks) {
  const withCalls = tracks.filter((track) => track.spans.count);
  const last = Math.max(1, ...withCalls.map((track) => track.spans.last));
  if (!facts.is_filtered || !withCalls.length) return [0, Math.max(facts.summary.duration_ns, last)];
  return [Math.min(...withCalls.map((track) => track.spans.start[0])), last];
}

function readModel() {
  const block = $('facts');
  const facts = JSON.parse(block.textContent);
  block.remove();
  const functions = readFunctions(facts);
  const tracks = readTracks(facts);
  const [begin, end] = shownTime(facts, tracks);
  return { facts, functions, tracks, begin, end, called: functions.filter((f) => f && f.isCalled) };
}
