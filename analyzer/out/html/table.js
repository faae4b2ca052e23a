/* SPDX-License-Identifier: MIT */
/* The table of functions. Only rows in view are elements: thousands of functions cost nothing. */
const TABLE_ROW = 26;

/* Few calls make a high percentile a single value. */
const isUnsure = { p95: (f) => f.calls < 20, p99: (f) => f.calls < 100 };

const COLUMNS = [
  { key: 'name', title: 'Function', kind: 'name' },
  { key: 'calls', title: 'Calls', kind: 'count', hint: 'Calls that began in the capture' },
  {
    key: 'incl',
    title: 'Inclusive',
    kind: 'time',
    hint: 'From enter to exit; of recursive calls the outermost',
  },
  { key: 'self', title: 'Self', kind: 'time', hint: 'Without the functions called that have hooks' },
  {
    key: 'share',
    title: 'Self %',
    kind: 'share',
    hint: 'Share of the self time of all functions',
    by: 'self',
  },
  { key: 'min', title: 'Min', kind: 'time', hint: 'Shortest call' },
  { key: 'avg', title: 'Average', kind: 'time', hint: 'Mean of the calls that ended' },
  { key: 'p50', title: 'p50', kind: 'time', hint: 'Half of the calls are not longer' },
  { key: 'p90', title: 'p90', kind: 'time', hint: '90 % of the calls are not longer' },
  {
    key: 'p95',
    title: 'p95',
    kind: 'time',
    hint: '95 % of the calls are not longer; uncertain below 20 calls',
  },
  {
    key: 'p99',
    title: 'p99',
    kind: 'time',
    hint: '99 % of the calls are not longer; uncertain below 100 calls',
  },
  { key: 'max', title: 'Max', kind: 'time', hint: 'Longest call' },
  {
    key: 'probe',
    title: 'Probe',
    kind: 'probe',
    hint: "Estimated share of self time that is the hooks' own",
  },
  { key: 'moduleName', title: 'Module', kind: 'words' },
  { key: 'place', title: 'File:line', kind: 'place' },
];

function markFound(text, search) {
  const at = search ? text.toLowerCase().indexOf(search) : -1;
  if (at < 0) return [text];
  return [
    text.slice(0, at),
    make('mark', {}, text.slice(at, at + search.length)),
    text.slice(at + search.length),
  ];
}

class FunctionTable {
  constructor(app) {
    this.app = app;
    this.sortKey = 'self';
    this.isDescending = true;
    this.at = 0;
    this.box = $('grid');
    this.whole = app.model.called.reduce((sum, f) => sum + (f.self || 0), 0);
    this.head = make('tr', { 'aria-rowindex': 1 });
    this.body = make('tbody');
    this.box.append(make('table', { role: 'presentation' }, make('thead', {}, this.head), this.body));
    this.draw = oncePerFrame(() => this.drawNow());
    this.makeHead();
    this.box.addEventListener('scroll', this.draw);
    this.box.addEventListener('keydown', (event) => this.key(event));
    new ResizeObserver(this.draw).observe(this.box);
    this.refresh();
  }

  makeHead() {
    for (const column of COLUMNS) {
      const isText = ['name', 'words', 'place'].includes(column.kind);
      const button = make(
        'button',
        { type: 'button', title: column.hint, onclick: () => this.sort(column) },
        column.title,
      );
      this.head.append(
        make(
          'th',
          {
            class: column.kind === 'name' ? 'name' : isText ? 'words' : null,
            role: 'columnheader',
            'data-key': column.key,
            scope: 'col',
          },
          button,
        ),
      );
    }
  }

  sort(column) {
    const isText = ['name', 'words', 'place'].includes(column.kind);
    const key = column.by || column.key;
    this.isDescending = key === this.sortKey ? !this.isDescending : !isText;
    this.sortKey = key;
    this.refresh();
    say(`sorted by ${column.title}, ${this.isDescending ? 'largest first' : 'smallest first'}`);
  }

  valueOf(f, key) {
    return key === 'probe' ? f.probe / (f.self || 1) : f[key];
  }

  compare(a, b) {
    const [x, y] = [this.valueOf(a, this.sortKey), this.valueOf(b, this.sortKey)];
    const order = typeof x === 'string' ? x.localeCompare(y) : (x ?? -1) - (y ?? -1);
    return (this.isDescending ? -order : order) || a.id - b.id;
  }

  refresh() {
    const { called } = this.app.model;
    this.rows = called
      .filter((f) => !this.app.matches || this.app.matches.has(f.id))
      .sort((a, b) => this.compare(a, b));
    const chosen = this.rows.indexOf(this.app.chosen);
    this.at = chosen >= 0 ? chosen : 0;
    for (const th of this.head.children) {
      const column = COLUMNS.find((c) => c.key === th.dataset.key);
      if ((column.by || column.key) === this.sortKey && column.key !== 'share')
        th.setAttribute('aria-sort', this.isDescending ? 'descending' : 'ascending');
      else th.removeAttribute('aria-sort');
    }
    this.box.setAttribute('aria-rowcount', this.rows.length + 1);
    this.draw();
  }

  cell(f, column) {
    switch (column.kind) {
      case 'name':
        return make(
          'td',
          { class: 'name', role: 'rowheader', title: f.name },
          make('div', {}, make('span', {}, ...markFound(f.name, this.app.search)), this.suffix(f) ?? ''),
        );
      case 'count':
        return make(
          'td',
          { role: 'gridcell', title: f.at_least ? 'Events were lost: there may have been more' : null },
          callCount(f),
        );
      case 'share':
        return this.shareCell(f);
      case 'probe':
        return make('td', { role: 'gridcell' }, f.hasTimes ? percent(f.probe, f.self) : '–');
      case 'words':
        return make('td', { class: 'words', role: 'gridcell', title: f.modulePath }, f.moduleName);
      case 'place':
        return make(
          'td',
          { class: 'words place', role: 'gridcell', title: f.file ? `${f.file}:${f.line}` : null },
          f.place,
        );
      default:
        return this.timeCell(f, column.key);
    }
  }

  suffix(f) {
    const words = [
      f.kind === 'scope' ? 'scope' : null,
      f.resumes ? `${count(f.resumes)} resumes` : null,
      f.unwound ? `${count(f.unwound)} unwound` : null,
      f.open ? `${count(f.open)} open` : null,
      f.lossy ? `${count(f.lossy)} with lost events` : null,
    ].filter(Boolean);
    return words.length ? make('small', {}, words.join(', ')) : null;
  }

  timeCell(f, key) {
    if (f[key] === undefined) return make('td', { role: 'gridcell', title: 'not recorded' }, '–');
    const unsure = isUnsure[key] && isUnsure[key](f);
    return make(
      'td',
      {
        role: 'gridcell',
        class: unsure ? 'unsure' : null,
        'data-ns': f[key],
        title: exactDuration(f[key]) + (unsure ? ', from few calls' : ''),
      },
      ...timeCell(f[key]),
    );
  }

  shareCell(f) {
    const td = make('td', { class: 'share', role: 'gridcell' });
    if (f.hasTimes) {
      const bar = make('i');
      bar.style.transform = `scaleX(${this.whole ? f.self / this.whole : 0})`;
      td.append(bar, make('span', {}, percent(f.self, this.whole)));
    }
    return td;
  }

  drawNow() {
    if (!this.box.clientHeight) return;
    const first = Math.max(0, Math.floor(this.box.scrollTop / TABLE_ROW) - 4);
    const last = Math.min(this.rows.length, first + Math.ceil(this.box.clientHeight / TABLE_ROW) + 8);
    const space = (rows) => {
      const td = make('td', { colspan: COLUMNS.length });
      td.style.height = `${rows * TABLE_ROW}px`;
      td.style.border = '0';
      return make('tr', { 'aria-hidden': 'true' }, td);
    };
    const shown = this.rows.slice(first, last).map((f, i) => this.row(f, first + i));
    if (!this.rows.length)
      shown.push(
        make(
          'tr',
          {},
          make(
            'td',
            { class: 'words', colspan: COLUMNS.length },
            this.app.search ? 'No function has this in its name.' : 'No function was called.',
          ),
        ),
      );
    this.body.replaceChildren(
      ...(first ? [space(first)] : []),
      ...shown,
      ...(last < this.rows.length ? [space(this.rows.length - last)] : []),
    );
    this.box.setAttribute('aria-activedescendant', `row-${this.rows[this.at]?.id}`);
  }

  row(f, index) {
    return make(
      'tr',
      {
        class: 'row',
        role: 'row',
        id: `row-${f.id}`,
        'aria-rowindex': index + 2,
        'aria-selected': String(f === this.app.chosen),
        onclick: () => this.moveTo(index),
      },
      ...COLUMNS.map((column) => this.cell(f, column)),
    );
  }

  moveTo(index) {
    this.at = Math.max(0, Math.min(this.rows.length - 1, index));
    if (!this.rows.length) return;
    const y = this.at * TABLE_ROW;
    const room = this.box.clientHeight - 2 * TABLE_ROW;
    if (y < this.box.scrollTop) this.box.scrollTop = y;
    else if (y > this.box.scrollTop + room) this.box.scrollTop = y - room;
    this.app.choose(this.rows[this.at]);
    this.draw();
  }

  key(event) {
    if (event.target !== this.box) return;
    const page = Math.max(1, Math.floor(this.box.clientHeight / TABLE_ROW) - 2);
    const to = {
      ArrowDown: this.at + (this.rows[this.at] === this.app.chosen ? 1 : 0),
      ArrowUp: this.at - 1,
      PageDown: this.at + page,
      PageUp: this.at - page,
      Home: 0,
      End: this.rows.length - 1,
      Enter: this.at,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.moveTo(to);
  }
}
