/* SPDX-License-Identifier: MIT */
/* The keys, in words. */
const KEYS = [
  [
    'Everywhere',
    [
      ['1 2 3 4 5', 'functions, flame graph, icicle, timeline, capture'],
      ['/', 'search'],
      ['Esc', 'empty the search, then leave it; close the panel'],
      ['t', 'light or dark'],
      ['?', 'this help'],
      ['Tab', 'next: views, tools, view, panel'],
    ],
  ],
  [
    'Functions',
    [
      ['↑ ↓ PgUp PgDn Home End', 'walk; the panel follows'],
      ['← →', 'scroll sideways'],
      ['Enter on a heading', 'sort; again: the other way'],
    ],
  ],
  [
    'Flame graph, icicle',
    [
      ['↑ ↓', 'caller, callee'],
      ['← →', 'neighbour'],
      ['Enter', 'zoom in'],
      ['Backspace or Esc', 'zoom out'],
      ['Home', 'the whole'],
    ],
  ],
  [
    'Timeline',
    [
      ['← →', 'call before, call after'],
      ['↑ ↓', 'caller, first call made; thread above, below'],
      ['w s or + -', 'zoom in, out'],
      ['a d', 'move'],
      ['PgUp PgDn Home End', 'move by a page; to the ends'],
      ['f or Enter', 'zoom to the chosen call'],
      ['n p', 'next, previous call of those searched for'],
      ['r', 'what ran in all threads during the chosen call; Esc: no more'],
      ['Shift + drag', 'the same of a time of your choice'],
      ['0', 'everything'],
      ['o', 'show all levels of the thread'],
      ['Ctrl + wheel', 'zoom at the pointer'],
      ['Shift + wheel, drag', 'move'],
    ],
  ],
  ['Latency', [['← →', 'read the bars']]],
];

const WORDS = ['or', 'on', 'a', 'heading'];

/* Keys in boxes; '+' is one unless it joins two. */
function keyNames(text) {
  const joins = / \+ \w{2}/.test(text);
  return text
    .split(' ')
    .flatMap((word) =>
      (WORDS.includes(word) && text.length > 4) || (word === '+' && joins)
        ? [`${word} `]
        : [make('kbd', {}, word.replace(',', '')), ' '],
    );
}

function fillHelp() {
  const section = ([title, list]) =>
    make(
      'section',
      {},
      make('h3', {}, title),
      definitions(
        {},
        list.map(([keys, text]) => [make('span', {}, ...keyNames(keys)), text]),
      ),
    );
  $('help').append(
    make('h2', { id: 'help-title' }, 'Keys'),
    make('div', { class: 'columns' }, ...KEYS.map(section)),
    make('form', { method: 'dialog' }, make('button', { autofocus: true }, 'Close')),
  );
}
