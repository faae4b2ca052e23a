/* SPDX-License-Identifier: MIT */
/* The panel of the chosen function: numbers, latencies, where it is called, what it calls. */
const LIST_MAX = 100;

class Detail {
  constructor(app) {
    this.app = app;
    this.box = $('detail');
    this.bySite = new Map();
    for (const site of app.model.facts.sites) {
      if (!this.bySite.has(site.row)) this.bySite.set(site.row, []);
      this.bySite.get(site.row).push(site);
    }
    for (const sites of this.bySite.values()) sites.sort((a, b) => b.incl - a.incl || b.calls - a.calls);
  }

  show(f, call) {
    this.box.hidden = false;
    this.histogram = f.histogram && f.histogram.length ? new Histogram(f) : null;
    this.box.replaceChildren(
      ...[
        this.head(f),
        call ? this.call(call) : null,
        this.numbers(f),
        this.actions(f),
        ...this.latencies(f),
        ...this.sites(f),
        ...this.callees(f),
      ].filter(Boolean),
    );
    if (this.histogram) this.histogram.show(this.app.colours);
  }

  /* What ran between two times. */
  showRange(from, to, list) {
    const { timeline } = this.app.model.facts;
    const whole = list.reduce((sum, f) => sum + f.self, 0);
    const rows = list
      .slice(0, LIST_MAX)
      .map((f) =>
        make(
          'tr',
          { 'data-row': f.row, 'data-ns': f.self },
          make('td', {}, this.link(f.row)),
          make('td', {}, callCount(f)),
          make('td', { title: exactDuration(f.self) }, duration(f.self)),
          make('td', {}, percent(f.self, whole)),
        ),
      );
    this.histogram = null;
    this.box.hidden = false;
    this.box.replaceChildren(
      make(
        'div',
        {},
        make('header', {}, make('h2', {}, `${duration(to - from)} of the timeline`), this.closeButton()),
      ),
      make('p', { class: 'origin' }, `${moment(from, 1)} to ${moment(to, 1)}, all threads`),
      ...this.list('What ran', ['Function', 'Calls', 'Self', ''], rows, list.length - LIST_MAX),
      make(
        'p',
        { class: 'empty' },
        (list.length ? 'Calls are cut at both ends.' : 'No call lies in it.') +
          (timeline.left_out ? ' Time of calls that are left out is their callers’.' : ''),
      ),
    );
  }

  closeButton() {
    return make(
      'button',
      {
        type: 'button',
        class: 'quiet',
        title: 'Close (Esc)',
        'aria-label': 'Close',
        onclick: () => this.close(),
      },
      '✕',
    );
  }

  close() {
    this.box.hidden = true;
    this.app.focusView();
  }

  refresh() {
    if (!this.box.hidden && this.histogram) this.histogram.show(this.app.colours);
  }

  head(f) {
    const origin = [f.modulePath, f.file ? `${f.file}:${f.line}` : f.address].filter(Boolean);
    return make(
      'div',
      {},
      make('header', {}, make('h2', {}, ...breakable(f.name)), this.closeButton()),
      ...origin.map((text) => make('p', { class: 'origin' }, text)),
    );
  }

  call({ title, pairs }) {
    return make('div', { class: 'chosen-call' }, make('b', {}, title), definitions({}, pairs));
  }

  numbers(f) {
    const time = (key) =>
      f[key] === undefined
        ? ['–']
        : [
            make(
              'span',
              { title: exactDuration(f[key]), 'data-key': key, 'data-ns': f[key] },
              duration(f[key]),
            ),
          ];
    const pairs = [
      ['calls', f.isCalled ? callCount(f) : '–'],
      ['self', ...time('self')],
      ['inclusive', ...time('incl')],
      ['average', ...time('avg')],
      ['min', ...time('min')],
      ['p50', ...time('p50')],
      ['p90', ...time('p90')],
      ['p95', ...time('p95')],
      ['p99', ...time('p99')],
      ['p99.9', ...time('p999')],
      ['max', ...time('max')],
      ['probe', ...time('probe')],
    ];
    return definitions({ class: 'numbers' }, pairs);
  }

  actions(f) {
    const button = (text, onclick) => make('button', { type: 'button', onclick }, text);
    const longest = button('Longest call in the timeline', () => {
      this.app.open('timeline');
      if (!this.app.timeline.showLongest(f)) say('no call of this function is in the timeline');
    });
    longest.hidden = !this.app.model.tracks.length;
    return make(
      'div',
      { class: 'actions' },
      longest,
      button('Find in all views', () => this.app.find(f.name)),
    );
  }

  latencies(f) {
    if (!this.histogram)
      return [
        make('h3', {}, 'Latency'),
        make('p', { class: 'empty' }, f.hasTimes ? 'No call of it ended.' : 'Times were not recorded.'),
      ];
    return [make('h3', {}, 'Latency'), this.histogram.canvas, this.histogram.reading, this.histogram.whole];
  }

  link(row, text) {
    const f = row === null || row < 0 ? null : this.app.model.functions[row];
    if (!f)
      return make('span', { class: 'empty' }, row === null ? 'no caller in the capture' : 'other stacks');
    return make(
      'button',
      { type: 'button', class: 'link', title: f.name, onclick: () => this.app.choose(f) },
      ...breakable(text || f.labels[1] || f.name),
    );
  }

  list(title, heads, rows, more) {
    if (!rows.length) return [];
    const table = make(
      'table',
      {},
      make('thead', {}, make('tr', {}, ...heads.map((text) => make('th', { scope: 'col' }, text)))),
      make('tbody', {}, ...rows),
    );
    return [
      make('h3', {}, title),
      table,
      more > 0 ? make('p', { class: 'empty' }, `and ${count(more)} more`) : null,
    ].filter(Boolean);
  }

  sites(f) {
    const all = this.bySite.get(f.id) || [];
    if (!all.length) return this.callers(f);
    const rows = all.slice(0, LIST_MAX).map((site) => {
      const place = site.known ? shortPlace(site.file, site.line) || site.address : 'call site not known';
      const title = site.known
        ? `${site.file || ''}:${site.line} ${site.address}${site.inlined ? ' (inlined call)' : ''}`
        : null;
      return make(
        'tr',
        { 'data-site': site.calls },
        make(
          'td',
          { title },
          place,
          make('br'),
          this.link(site.caller),
          site.function &&
            site.caller !== null &&
            site.function !== this.app.model.functions[site.caller]?.name
            ? make('span', { class: 'empty' }, ` in ${site.function}`)
            : null,
        ),
        make('td', {}, count(site.calls)),
        make('td', { 'data-ns': site.incl, title: exactDuration(site.incl) }, duration(site.incl)),
        make('td', { title: exactDuration(site.max) }, duration(site.max)),
      );
    });
    return this.list(
      'Call sites',
      ['Place and caller', 'Calls', 'Inclusive', 'Max'],
      rows,
      all.length - LIST_MAX,
    );
  }

  neighbours(title, f, wantsCallees) {
    const all = this.app.trees.of(null).neighbours(f.id, wantsCallees);
    const rows = all
      .slice(0, LIST_MAX)
      .map((n) =>
        make(
          'tr',
          {},
          make('td', {}, this.link(n.row === NO_FUNCTION && !wantsCallees ? null : n.row)),
          make('td', {}, count(n.calls)),
          make('td', { title: exactDuration(n.incl) }, duration(n.incl)),
        ),
      );
    return this.list(title, ['Function', 'Calls', 'Inclusive'], rows, all.length - LIST_MAX);
  }

  callers(f) {
    return this.neighbours('Called by (call sites are not in this capture)', f, false);
  }

  callees(f) {
    return this.neighbours('Calls', f, true);
  }
}
