/* SPDX-License-Identifier: MIT */
/* What the capture says about itself: processes, clock, modules, what is missing or was left out. */
const FILTER_WORDS = /^shown from|--(from|thread|function|min-duration|depth)/; /* the notes say it better */
const NAME_KINDS = { 2: 'mark', 3: 'frame', 4: 'value' };

class CaptureView {
  constructor(app) {
    const { facts } = app.model;
    this.box = $('view-capture');
    this.box.append(
      ...[
        ...this.notes(facts),
        ...this.totals(facts),
        ...this.processes(facts),
        ...this.threads(app.model),
        ...this.modules(facts),
        ...this.markers(facts),
        ...this.names(facts),
      ],
    );
  }

  section(title, ...content) {
    return [make('h3', {}, title), ...content];
  }

  table(heads, rows) {
    const words = (i) => (heads[i].endsWith('#') ? null : 'words');
    return make(
      'div',
      { class: 'wide' },
      make(
        'table',
        {},
        make(
          'thead',
          {},
          make(
            'tr',
            {},
            ...heads.map((text, i) => make('th', { scope: 'col', class: words(i) }, text.replace('#', ''))),
          ),
        ),
        make(
          'tbody',
          {},
          ...rows.map((row) =>
            make(
              'tr',
              {},
              ...row.map((cell, i) =>
                make('td', { class: words(i) }, ...[cell].flat().filter((c) => c !== null)),
              ),
            ),
          ),
        ),
      ),
    );
  }

  /* The sentences of every export; the notes, which end them, with their weight. */
  notes(facts) {
    const said = facts.said
      .slice(0, facts.said.length - facts.notes.length)
      .filter((text) => !FILTER_WORDS.test(text));
    if (!facts.said.length) return [];
    return this.section(
      'What was closed, left out or lost',
      make(
        'ul',
        {},
        ...said.map((text) => make('li', {}, text)),
        ...facts.notes.map((n) => make('li', { class: n.kind }, n.text)),
      ),
    );
  }

  totals(facts) {
    const { summary: s, timeline: t } = facts;
    const pairs = [
      ['events', count(s.events)],
      ['calls', count(s.calls)],
      ['threads', count(s.threads)],
      ['from first start to last event', duration(s.duration_ns)],
      ['self time of all functions', duration(s.self_ns)],
      ['ended without an exit (unwound)', count(s.unwound)],
      ['still open at the end', count(s.open)],
      ['exits without an enter', count(s.unmatched)],
      ['lost', `${count(s.lost)} events, during ${count(s.lossy)} calls`],
      ['pauses', `${count(s.pauses)}, ${count(s.paused)} hooks not recorded`],
    ];
    if (s.dropped_events)
      pairs.push([
        'not selected',
        `${count(s.dropped_functions)} functions, ${count(s.dropped_events)} events`,
      ]);
    pairs.push(['calls in the timeline', count(t.shown)]);
    if (t.left_out)
      pairs.push([
        'left out of the timeline',
        `${count(t.left_out)} calls shorter than ${exactDuration(t.below_ns)}`,
      ]);
    if (t.marks_left_out) pairs.push(['marks left out of the timeline', count(t.marks_left_out)]);
    return this.section('Sums', definitions({}, pairs));
  }

  processes(facts) {
    return facts.processes.flatMap((p) =>
      this.section(
        `Process ${p.pid}`,
        definitions({}, [
          ['command', make('span', { class: 'code' }, p.command || '–')],
          ['program', make('span', { class: 'code' }, p.program || '–')],
          ['parent', String(p.ppid)],
          [
            'started',
            p.start_realtime_ms
              ? new Date(p.start_realtime_ms).toISOString().replace('T', ' ').replace('Z', ' UTC')
              : '–',
          ],
          ['ran', `${duration(p.last_ns - p.start_ns)}${p.ended ? '' : ', its end is not in the capture'}`],
          ['mode', p.mode || '–'],
          [
            'clock',
            p.clock
              ? `${p.clock}, ${(p.tick_hz / 1e6).toFixed(3)} MHz, at most ${duration(p.drift_ns)} from CLOCK_MONOTONIC`
              : '–',
          ],
          ['cost of a hook', `${p.hook_ns.toFixed(1)} ns`],
          ['recorded', `${count(p.events)} events in ${bytes(p.block_bytes)}`],
          ['folder', make('span', { class: 'code' }, p.folder)],
        ]),
      ),
    );
  }

  threads(model) {
    if (!model.tracks.length) return [];
    return this.section(
      'Threads',
      this.table(
        [
          'Thread',
          'pid#',
          'tid#',
          'Events#',
          'Time in calls#',
          'Calls in the timeline#',
          'Exits without enter#',
        ],
        model.tracks.map((t) => [
          t.label,
          String(t.pid),
          String(t.tid),
          t.events === undefined ? '–' : count(t.events),
          t.root_ns === undefined ? '–' : timeCell(t.root_ns),
          count(t.shown),
          t.unmatched === undefined ? '–' : count(t.unmatched),
        ]),
      ),
    );
  }

  modules(facts) {
    const used = facts.modules.filter((m) => m.names_from || m.warning);
    if (!used.length) return [];
    return this.section(
      'Modules',
      this.table(
        ['File', 'Build-id', 'Names from'],
        used.map((m) => [
          make('span', { class: 'code' }, m.path),
          make('span', { class: 'code' }, m.build_id || '–'),
          [m.names_from || '–', m.warning ? make('p', { class: 'notice' }, m.warning) : null],
        ]),
      ),
    );
  }

  markers(facts) {
    if (!facts.markers.length) return [];
    return this.section(
      'Markers',
      this.table(
        ['Kind', 'Meaning', 'Process#', 'Thread#', 'Count#', 'Argument#'],
        facts.markers.map((m) => [
          m.kind,
          m.text,
          String(facts.processes[m.process].pid),
          String(m.serial),
          count(m.count),
          count(m.argument),
        ]),
      ),
    );
  }

  names(facts) {
    if (!facts.names.length) return [];
    const numbers = (n) =>
      n.kind === 4
        ? `${n.least} to ${n.greatest}, mean ${n.mean.toPrecision(6)}, last ${n.latest}`
        : n.kind === 3 && n.intervals
          ? `min ${duration(n.min)}, average ${duration(n.avg)}, p99 ${duration(n.p99)}, max ${duration(n.max)}`
          : `${moment(n.first, 1000)} to ${moment(n.last, 1000)}`;
    return this.section(
      'Marks, frames and values',
      this.table(
        ['Kind', 'Name', 'Count#', 'Threads#', 'Numbers', 'File:line'],
        facts.names.map((n) => [
          NAME_KINDS[n.kind] || String(n.kind),
          n.name,
          count(n.count),
          count(n.threads),
          numbers(n),
          shortPlace(n.file, n.line),
        ]),
      ),
    );
  }
}
