/* SPDX-License-Identifier: MIT */
/* Numbers as text. Times are in ns everywhere. */
const THIN = '\u202f';
const TIME_UNITS = [
  [1e9, 's'],
  [1e6, 'ms'],
  [1e3, 'µs'],
  [1, 'ns'],
];

/* Of a number, or of the digits of one that is too large. */
function count(n) {
  return String(typeof n === 'number' ? Math.round(n) : n).replace(/\B(?=(\d{3})+$)/g, THIN);
}

/* Of a function: events can have been lost. */
function callCount(f) {
  return (f.at_least ? '≥ ' : '') + count(f.calls);
}

function plural(n, word) {
  return `${count(n)} ${word}${n === 1 ? '' : 's'}`;
}

/* Three digits, as [value, unit]. */
function durationParts(ns) {
  const [size, unit] = TIME_UNITS.find(([limit]) => ns >= limit) || [1, 'ns'];
  const value = ns / size;
  if (unit === 'ns') return [String(Math.round(value)), unit];
  if (value >= 999.5) return unit === 's' ? [count(value), unit] : durationParts(size * 1000);
  return [value >= 99.95 ? value.toFixed(0) : value >= 9.995 ? value.toFixed(1) : value.toFixed(2), unit];
}

function duration(ns) {
  return durationParts(ns).join(' ');
}

/* Of a round number: without zeros behind the point. */
function shortDuration(ns) {
  const [size, unit] = TIME_UNITS.find(([limit]) => ns >= limit) || [1, 'ns'];
  return `${Number((ns / size).toFixed(3))} ${unit}`;
}

function exactDuration(ns) {
  return `${count(ns)} ns`;
}

function percent(part, whole) {
  if (!whole) return '–';
  const share = (100 * part) / whole;
  return `${share >= 99.95 ? share.toFixed(0) : share.toFixed(1)} %`;
}

/* A moment: as many digits as a step of @step needs. */
function moment(ns, step) {
  const [size, unit] = TIME_UNITS.find(([limit]) => Math.max(ns, step) >= limit) || [1, 'ns'];
  const decimals = Math.max(0, Math.ceil(Math.log10(size / Math.max(step, 1)) - 1e-9));
  const [whole, part] = (ns / size).toFixed(Math.min(decimals, 9)).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, THIN);
  return `${part ? `${grouped}.${part.replace(/(\d{3})(?=\d)/g, `$1${THIN}`)}` : grouped} ${unit}`;
}

function bytes(n) {
  const units = [
    [2 ** 30, 'GiB'],
    [2 ** 20, 'MiB'],
    [2 ** 10, 'KiB'],
  ];
  const [size, unit] = units.find(([limit]) => n >= limit) || [1, 'bytes'];
  return size === 1 ? `${count(n)} ${unit}` : `${(n / size).toFixed(1)} ${unit}`;
}
