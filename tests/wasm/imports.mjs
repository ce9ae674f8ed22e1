// The module asks nothing of its host: no imports, and its memory and functions are exported.
// usage: node imports.mjs FILE.wasm
import { readFileSync } from 'node:fs'

const module = new WebAssembly.Module(readFileSync(process.argv[2]))
const imports = WebAssembly.Module.imports(module)
const exports = WebAssembly.Module.exports(module)
const checks = {
  'no imports': imports.length === 0,
  'one memory exported': exports.filter((e) => e.kind === 'memory').length === 1,
  'functions exported': exports.some((e) => e.kind === 'function'),
  'nothing else exported': exports.every((e) => e.kind === 'function' || e.kind === 'memory'),
}
let failed = 0
for (const [name, ok] of Object.entries(checks)) {
  if (ok) continue
  failed++
  console.log(`${name}: imports ${JSON.stringify(imports)}, exports ${JSON.stringify(exports)}`)
}
console.log(`${Object.keys(checks).length - failed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
