/* SPDX-License-Identifier: MIT */
/* Call trees: as read, one below each track; and as shown, of one track or of all merged. */
const NO_FUNCTION = -1;

class StackTrees {
  constructor(model) {
    this.model = model;
    this.read(blockBytes('tree'));
    this.made = new Map();
  }

  read(array) {
    const from = new Varints(array);
    this.nodes = [];
    for (let number = 2; !from.ended; number++) {
      const parent = number - from.next();
      const row = from.next();
      this.nodes.push({ parent, row, calls: from.next(), self: from.next() });
    }
  }

  /* The tree of track number @track, or of all when null. */
  of(track) {
    if (!this.made.has(track)) this.made.set(track, new ShownTree(this, track));
    return this.made.get(track);
  }
}

/*
 * Nodes in arrays; 0 is the root. A node's children are order[first[n]] to order[first[n + 1] - 1], the
 * longest first.
 */
class ShownTree {
  constructor(trees, track) {
    this.title = track === null ? 'all threads' : trees.model.tracks[track].label;
    this.merge(trees, track);
    this.addTotals();
    this.sortChildren();
    this.findNested();
  }

  merge(trees, track) {
    const { functions, facts } = trees.model;
    const known = new Map();
    const map = new Int32Array(trees.nodes.length + 2).fill(NO_FUNCTION);
    const [parent, row, calls, self] = [[0], [NO_FUNCTION], [0], [0]];
    trees.nodes.forEach((node, i) => {
      if (node.parent === 0) {
        if (track === null || node.row === track) map[i + 2] = 0;
        return;
      }
      const above = map[node.parent];
      if (above < 0) return;
      const key = above * functions.length + node.row;
      let at = known.get(key);
      if (at === undefined) {
        at = parent.length;
        known.set(key, at);
        parent.push(above);
        row.push(node.row);
        calls.push(0);
        self.push(0);
      }
      map[i + 2] = at;
      calls[at] += node.calls;
      self[at] += node.self;
    });
    if (track === null && facts.other_stacks.self) {
      parent.push(0);
      row.push(NO_FUNCTION);
      calls.push(facts.other_stacks.calls);
      self.push(facts.other_stacks.self);
    }
    Object.assign(this, { parent, row, calls, self, count: parent.length });
  }

  addTotals() {
    this.total = Float64Array.from(this.self);
    this.depth = new Uint32Array(this.count);
    for (let i = this.count - 1; i > 0; i--) this.total[this.parent[i]] += this.total[i];
    for (let i = 1; i < this.count; i++) this.depth[i] = this.depth[this.parent[i]] + 1;
    this.deepest = this.depth.reduce((a, b) => Math.max(a, b), 0);
  }

  sortChildren() {
    const order = Array.from({ length: this.count - 1 }, (_, i) => i + 1);
    order.sort((a, b) => this.parent[a] - this.parent[b] || this.total[b] - this.total[a] || a - b);
    this.order = Uint32Array.from(order);
    this.first = new Uint32Array(this.count + 1);
    for (let i = 1; i < this.count; i++) this.first[this.parent[i] + 1]++;
    for (let n = 0; n < this.count; n++) this.first[n + 1] += this.first[n];
    this.left = new Float64Array(this.count); /* where a node begins, in ns from the left */
    this.place = new Uint32Array(this.count); /* of a node in order */
    for (let n = 0; n < this.count; n++) {
      let left = this.left[n];
      for (let i = this.first[n]; i < this.first[n + 1]; i++) {
        this.left[this.order[i]] = left;
        this.place[this.order[i]] = i;
        left += this.total[this.order[i]];
      }
    }
  }

  /* Which nodes stand below another one of the same function. */
  findNested() {
    const running = new Set(); /* functions on the way down to here */
    this.isNested = new Uint8Array(this.count);
    for (let node = this.child(0); node > 0; ) {
      if (running.has(this.row[node])) this.isNested[node] = 1;
      else running.add(this.row[node]);
      let above = node;
      node = this.child(node);
      while (node < 0 && above) {
        if (!this.isNested[above]) running.delete(this.row[above]);
        node = this.sibling(above, 1);
        above = this.parent[above];
      }
    }
  }

  child(node) {
    return this.first[node] < this.first[node + 1] ? this.order[this.first[node]] : -1;
  }

  sibling(node, step) {
    const at = this.place[node] + step;
    const above = this.parent[node];
    return node && at >= this.first[above] && at < this.first[above + 1] ? this.order[at] : -1;
  }

  /* Time in which at least one function of the set was running, outermost calls only. */
  covered(rows) {
    const isIn = new Uint8Array(this.count);
    let sum = 0;
    for (let i = 1; i < this.count; i++) {
      isIn[i] = isIn[this.parent[i]];
      if (!isIn[i] && rows.has(this.row[i])) {
        isIn[i] = 1;
        sum += this.total[i];
      }
    }
    return sum;
  }

  /*
   * What a function calls, or who calls it, by function: [{row, calls, incl}], the longest first; incl is the time
   * of calls that are not below another one of the function called.
   */
  neighbours(row, wantsCallees) {
    const sums = new Map();
    for (let i = 1; i < this.count; i++) {
      const above = this.row[this.parent[i]];
      if ((wantsCallees ? above : this.row[i]) !== row) continue;
      const other = wantsCallees ? this.row[i] : above;
      const sum = sums.get(other) || { row: other, calls: 0, incl: 0 };
      sum.calls += this.calls[i];
      if (!this.isNested[i]) sum.incl += this.total[i];
      sums.set(other, sum);
    }
    return [...sums.values()].sort((a, b) => b.incl - a.incl || b.calls - a.calls);
  }
}
