// SPDX-License-Identifier: MIT
// import_speedscope.mjs PACKAGE REPORT.json FILE...: what speedscope's own importer makes of FILEs is
// compared with the JSON report: the self time and the inclusive time of each function. It keeps no
// calls: what follows the same function at once, or takes no time, is one bar.
//
// The published package is the page: one script that draws into a browser's window, its importer inside.
// The script is run here without its last statement, which draws, and with the module of importers
// handed out in its place. What it asks a browser for while it is loaded is in "browser".
import fs from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'

const browser = { location: { hash: '', protocol: 'file:' } }

function fail(text) {
  console.error(`FAILED: ${text}`)
  process.exit(1)
}

async function loadImporters(folder) {
  const release = path.join(folder, 'dist', 'release')
  const name = fs.readdirSync(release).find(file => /^speedscope-.*\.js$/.test(file))
  const script = fs.readFileSync(path.join(release, name), 'utf8')
  const importers = /\(await ([\w$]+)\)\.importProfilesFromArrayBuffer\(/.exec(script)
  const drawing = script.lastIndexOf('console.log(`speedscope v')
  if (!importers || drawing < 0) fail(`${name} is not laid out as expected`)
  Object.assign(globalThis, browser, { window: globalThis })
  vm.runInThisContext(`${script.slice(0, drawing)};globalThis.importers=${importers[1]}})();`)
  return await globalThis.importers
}

// Both times of each function in ns, over all profiles. Chrome's times are us with three decimals.
function addUp(group) {
  const sums = new Map()
  for (const profile of group.profiles) {
    const toNs = profile.getWeightUnit() === 'microseconds' ? us => Math.round(us * 1000) : ns => ns
    profile.forEachFrame(frame => {
      const sum = sums.get(frame.name) ?? { self: 0, total: 0 }
      sum.self += toNs(frame.getSelfWeight())
      sum.total += toNs(frame.getTotalWeight())
      sums.set(frame.name, sum)
    })
  }
  return sums
}

async function check(importers, file, rows) {
  const bytes = fs.readFileSync(file)
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  const group = await importers.importProfilesFromArrayBuffer(path.basename(file), buffer)
  if (!group || group.profiles.length === 0) fail(`${file}: nothing was imported`)
  const sums = addUp(group)
  for (const row of rows.values()) {
    const seen = sums.get(row.function) ?? { self: 0, total: 0 }
    if (seen.self !== row.self || seen.total !== row.total)
      fail(`${file}: ${row.function}: ${JSON.stringify(seen)}, in JSON ${JSON.stringify(row)}`)
    sums.delete(row.function)
  }
  if (sums.size) fail(`${file}: not in JSON: ${[...sums.keys()]}`)
  const names = group.profiles.map(profile => profile.getName())
  console.log(`${file}: ${rows.size} functions as in JSON; ${group.name}: ${names}`)
}

const [folder, report, ...files] = process.argv.slice(2)
const rows = new Map()
for (const row of JSON.parse(fs.readFileSync(report, 'utf8')).rows) {
  const sum = rows.get(row.function) ?? { function: row.function, self: 0, total: 0 }
  sum.self += row.self_ns
  sum.total += row.incl_ns
  rows.set(row.function, sum)
}
const importers = await loadImporters(folder)
for (const file of files) await check(importers, file, rows)
