/* SPDX-License-Identifier: MIT */
/*
 * The calls of one track in typed arrays, by depth and then by time. Calls of one depth do not
 * overlap, so starts and ends are both sorted: what is in view is found by halving. `sum` has the
 * durations added up (one entry more a depth), so that the time covered by any number of neighbours
 * is one subtraction, and every duration too. `levels` names the longest of each 16, 256, ... neighbours.
 */
const CALL_ODD = 128; /* among the flags of a record */
const FAN_BITS = 4;
const FAN = 1 << FAN_BITS;

class Spans {
  constructor(array, total) {
    this.count = total;
    this.last = 0;
    this.read(array, total);
  }

  /* Records stand in the order of their ends: for calls of one depth that is the order of their starts. */
  read(array, total) {
    const from = new Varints(array);
    const depths = new Uint32Array(total);
    const [starts, lengths] = [new Float64Array(total), new Float64Array(total)];
    const [rows, flags] = [new Uint32Array(total), new Uint8Array(total)];
    const odd = new Map();
    let [depth, time, deepest] = [0, 0, 0];
    for (let i = 0; i < total; i++) {
      const head = from.next();
      const step = Math.floor(head / 4);
      depth += head & 2 ? -step : step;
      flags[i] = head & 1 ? from.byte() : 0;
      time += from.next();
      lengths[i] = from.next();
      rows[i] = from.next();
      if (flags[i] & CALL_ODD) odd.set(i, from.next());
      starts[i] = time - lengths[i];
      depths[i] = depth - 1;
      if (depth > deepest) deepest = depth;
    }
    this.last = time;
    this.depthCount = deepest;
    this.sort(depths, starts, lengths, rows, flags, odd);
  }

  sort(depths, starts, lengths, rows, flags, odd) {
    const total = this.count;
    const first = new Uint32Array(this.depthCount + 1);
    for (let i = 0; i < total; i++) first[depths[i] + 1]++;
    for (let d = 0; d < this.depthCount; d++) first[d + 1] += first[d];
    const next = first.slice();
    this.odd = new Map(); /* durations that are not the distance of the ends */
    this.first = first;
    this.start = new Float64Array(total);
    this.sum = new Float64Array(total + this.depthCount);
    this.row = new Uint32Array(total);
    this.flags = new Uint8Array(total);
    for (let i = 0; i < total; i++) {
      const d = depths[i];
      const to = next[d]++;
      this.start[to] = starts[i];
      this.row[to] = rows[i];
      this.flags[to] = flags[i];
      this.sum[to + d + 1] = this.sum[to + d] + lengths[i];
      if (odd.has(i)) this.odd.set(to, odd.get(i));
    }
    this.levels = Array.from({ length: this.depthCount }, (_, d) => this.makeLevels(d));
  }

  makeLevels(depth) {
    const levels = [];
    let entries = this.first[depth + 1] - this.first[depth];
    while (entries > 2 * FAN) {
      const below = levels[levels.length - 1];
      const level = new Uint32Array(Math.ceil(entries / FAN));
      for (let i = 0; i < entries; i++) {
        const at = below ? below[i] : i;
        const slot = i >> FAN_BITS;
        if (i % FAN === 0 || this.lengthAt(depth, at) > this.lengthAt(depth, level[slot])) level[slot] = at;
      }
      levels.push(level);
      entries = level.length;
    }
    return levels;
  }

  lengthAt(depth, relative) {
    const i = this.first[depth] + relative + depth;
    return this.sum[i + 1] - this.sum[i];
  }

  /* What the report says that it took. */
  took(depth, i) {
    return this.odd.get(i) ?? this.duration(depth, i);
  }

  duration(depth, i) {
    return this.sum[i + depth + 1] - this.sum[i + depth];
  }

  end(depth, i) {
    return this.start[i] + this.duration(depth, i);
  }

  /* The time that calls @from up to before @to cover. */
  covered(depth, from, to) {
    return this.sum[to + depth] - this.sum[from + depth];
  }

  /* The first call at or after @from that starts at @time or later. */
  firstFrom(depth, time, from = this.first[depth]) {
    let low = from;
    let high = this.first[depth + 1];
    for (let step = 1; low + step < high; step *= 2) {
      /* what is looked for is mostly near */
      if (this.start[low + step] >= time) {
        high = low + step;
        break;
      }
      low += step;
    }
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.start[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /* The first call that ends after @time, or begins there. */
  firstReaching(depth, time) {
    const i = this.firstFrom(depth, time);
    return i > this.first[depth] && this.end(depth, i - 1) > time ? i - 1 : i;
  }

  /* The longest of calls @from up to before @to, of which there is at least one. */
  longest(depth, from, to) {
    const base = this.first[depth];
    const levels = this.levels[depth];
    let low = from - base;
    let high = to - base;
    let best = low;
    for (let level = 0; ; level++) {
      const entries = level ? levels[level - 1] : null;
      if (high - low <= 2 * FAN || !levels[level]) return base + this.longer(depth, best, entries, low, high);
      const inner = Math.ceil(low / FAN) * FAN;
      best = this.longer(depth, best, entries, low, inner);
      best = this.longer(depth, best, entries, high - (high % FAN), high);
      low = inner >> FAN_BITS;
      high >>= FAN_BITS;
    }
  }

  /* The longest of @best and entries @low up to before @high of a level; null: the calls themselves. */
  longer(depth, best, entries, low, high) {
    let length = this.lengthAt(depth, best);
    for (let k = low; k < high; k++) {
      const at = entries ? entries[k] : k;
      const candidate = this.lengthAt(depth, at);
      if (candidate > length) {
        best = at;
        length = candidate;
      }
    }
    return best;
  }

  /* The call of one depth less that made call @i; -1: none. */
  parent(depth, i) {
    if (depth === 0) return -1;
    let p = this.firstFrom(depth - 1, this.start[i]);
    if (p === this.first[depth] || this.start[p] > this.start[i]) p--;
    return p >= this.first[depth - 1] ? p : -1;
  }

  /* The first call made by call @i; -1: none is shown. */
  child(depth, i) {
    if (depth + 1 >= this.depthCount) return -1;
    const c = this.firstFrom(depth + 1, this.start[i]);
    return c < this.first[depth + 2] && this.end(depth + 1, c) <= this.end(depth, i) ? c : -1;
  }

  /* The longest call of function @row, as {depth, index, length}; null: none. */
  longestOf(row) {
    let best = null;
    for (let depth = 0; depth < this.depthCount; depth++) {
      for (let i = this.first[depth]; i < this.first[depth + 1]; i++) {
        if (this.row[i] === row && (!best || this.duration(depth, i) > best.length))
          best = { depth, index: i, length: this.duration(depth, i) };
      }
    }
    return best;
  }
}
