/* SPDX-License-Identifier: MIT */
/* The page: which view is open, which function is chosen, what is searched for, light or dark. */
const VIEWS = ['functions', 'flame', 'icicle', 'timeline', 'capture'];
const THEME_KEY = 'callsight-theme';

function storedTheme() {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null; /* pages from files may have no storage */
  }
}

class App {
  constructor(model) {
    this.model = model;
    this.chosen = null;
    this.search = '';
    this.matches = null; /* a set of row numbers; null: nothing is searched for */
    this.colours = new Colours(model);
    this.trees = new StackTrees(model);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    this.setTheme(storedTheme() || (dark.matches ? 'dark' : 'light'));
    this.detail = new Detail(this);
    this.table = new FunctionTable(this);
    this.flame = new FlameView(this);
    this.timeline = new TimelineView(this);
    this.capture = new CaptureView(this);
    this.views = [this.table, this.flame, this.timeline, this.detail];
    dark.addEventListener('change', () => {
      if (!storedTheme()) this.useTheme(dark.matches ? 'dark' : 'light');
    });
    this.fillHead();
    this.listen();
    fillHelp();
    this.setColour(this.colours.mode);
    this.open(VIEWS.includes(location.hash.slice(1)) ? location.hash.slice(1) : 'functions');
  }

  fillHead() {
    const { facts } = this.model;
    const [first] = facts.processes;
    $('run').textContent = first ? first.command || first.program || '' : '';
    $('run').title = $('run').textContent;
    document.title = `${first ? fileName(first.program) : 'capture'} – CallSight`;
    $('totals').textContent =
      `${duration(facts.summary.duration_ns)} · ${plural(facts.summary.calls, 'call')} · ` +
      plural(facts.summary.threads, 'thread');
    const notices = facts.notes.filter((n) => n.kind !== 'info').slice(0, 20);
    $('notices').append(...notices.map((n) => make('p', { class: `notice ${n.kind}` }, n.text)));
    if (facts.stackless && !facts.timeline.shown) {
      for (const id of ['overview', 'time-scroll', 'flame-scroll']) $(id).hidden = true;
      for (const lack of document.querySelectorAll('.lacks')) {
        lack.hidden = false;
        lack.textContent =
          'No calls here: the capture has sums only. TRACE_MODE=events records calls and who made them.';
      }
    }
    if (facts.timeline.left_out)
      $('notices').append(
        make(
          'p',
          { class: 'notice' },
          `The timeline leaves out ${count(facts.timeline.left_out)} calls ` +
            `shorter than ${duration(facts.timeline.below_ns)}; all other views have every call.`,
        ),
      );
  }

  listen() {
    for (const view of VIEWS) $(`tab-${view}`).addEventListener('click', () => this.open(view));
    document.querySelector('.tabs').addEventListener('keydown', (event) => this.tabKey(event));
    $('search').addEventListener('input', () => this.setSearch($('search').value));
    $('search').addEventListener('keydown', (event) => this.searchKey(event));
    $('theme').addEventListener('click', () => this.switchTheme());
    $('help-open').addEventListener('click', () => $('help').showModal());
    for (const id of ['flame-colour', 'time-colour'])
      $(id).addEventListener('change', (event) => this.setColour(event.target.value));
    document.addEventListener('keydown', (event) => this.key(event));
    addEventListener('resize', () => this.refresh());
  }

  open(view) {
    this.view = view;
    const panel = $(`tab-${view}`).getAttribute('aria-controls');
    for (const name of VIEWS) {
      const tab = $(`tab-${name}`);
      tab.setAttribute('aria-selected', String(name === view));
      tab.tabIndex = name === view ? 0 : -1;
    }
    for (const section of document.querySelectorAll('.view')) section.hidden = section.id !== panel;
    $(panel).setAttribute('aria-labelledby', `tab-${view}`);
    history.replaceState(null, '', `#${view}`);
    tip.hide();
    if (panel === 'view-flame') this.flame.open(view === 'icicle');
    if (view === 'timeline') this.timeline.layout();
    this.refresh();
  }

  focusView() {
    const target = {
      functions: $('grid'),
      flame: this.flame.canvas,
      icicle: this.flame.canvas,
      timeline: this.timeline.canvas,
      capture: $('view-capture'),
    }[this.view];
    target.focus();
  }

  choose(f, call) {
    const isNew = f !== this.chosen || call;
    this.chosen = f;
    if (isNew) this.detail.show(f, call);
    this.table.draw();
    this.flame.draw();
  }

  showRange({ from, to }) {
    this.detail.showRange(from, to, functionsIn(this.model.tracks, from, to));
  }

  find(text) {
    $('search').value = text;
    this.setSearch(text);
  }

  setSearch(text) {
    this.search = text.trim().toLowerCase();
    this.matches = this.search
      ? new Set(this.model.functions.filter((f) => f && f.lower.includes(this.search)).map((f) => f.id))
      : null;
    $('found').textContent = this.matches
      ? `${count(this.model.called.filter((f) => this.matches.has(f.id)).length)} of ${count(this.model.called.length)}`
      : '';
    $('grid').scrollTop = 0;
    this.refresh();
  }

  searchKey(event) {
    if (event.key === 'Escape') {
      if ($('search').value) this.find('');
      else this.focusView();
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      this.focusView();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  tabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const view = VIEWS[(VIEWS.indexOf(this.view) + step + VIEWS.length) % VIEWS.length];
    this.open(view);
    $(`tab-${view}`).focus();
    event.preventDefault();
  }

  key(event) {
    const isTyping = ['INPUT', 'SELECT', 'TEXTAREA'].includes(event.target.tagName);
    if (
      event.defaultPrevented ||
      isTyping ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      $('help').open
    )
      return;
    if (/^[1-5]$/.test(event.key)) {
      this.open(VIEWS[event.key - 1]);
      this.focusView();
    } else if (event.key === '/') {
      $('search').select();
      $('search').focus();
    } else if (event.key === '?') {
      $('help').showModal();
    } else if (event.key === 't') {
      this.switchTheme();
    } else if (event.key === 'Escape' && !this.detail.box.hidden) {
      this.detail.close();
    } else {
      return;
    }
    event.preventDefault();
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    this.colours.set(this.colours.mode, theme === 'dark');
  }

  switchTheme() {
    const theme = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    this.useTheme(theme);
    try {
      localStorage.setItem(THEME_KEY, theme);
    } catch {
      /* then it is not kept */
    }
  }

  useTheme(theme) {
    this.setTheme(theme);
    this.setColour(this.colours.mode);
  }

  setColour(mode) {
    this.colours.set(mode, document.documentElement.dataset.theme === 'dark');
    $('flame-colour').value = $('time-colour').value = mode;
    const shown = mode === 'function' ? [] : this.colours.legend.filter((g) => g.self).slice(0, 24);
    const whole = this.model.called.reduce((sum, f) => sum + (f.self || 0), 0);
    for (const legend of [$('flame-legend'), $('time-legend')]) {
      legend.hidden = !shown.length;
      legend.replaceChildren(
        ...shown.map((group) => {
          const box = make('i');
          box.style.background = group.fill;
          return make('span', {}, box, `${group.name} `, make('small', {}, percent(group.self, whole)));
        }),
      );
    }
    this.refresh();
  }

  refresh() {
    this.views.forEach((view) => view.refresh());
  }
}

const app = new App(readModel());
document.documentElement.dataset.ready = String(
  Math.round(performance.now()),
); /* ms since the page was asked for */
requestAnimationFrame(() =>
  requestAnimationFrame(() => {
    document.documentElement.dataset.painted = String(Math.round(performance.now()));
  }),
);
app.shorterNames = shorterNames;
window.callsight = app; /* for the console, and for tests */
