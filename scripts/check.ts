/** Format, lint, types, modules, texts of the specification, document paths, style, words and counts: everything that needs no database and no network. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { checkJourneys } from './changed.ts'
import { checkCounts } from './check-counts.ts'
import { checkDocs } from './check-docs.ts'
import { checkFloors } from './check-floors.ts'
import { checkModules } from './check-modules.ts'
import { checkStyle } from './check-style.ts'
import { checkWords } from './check-words.ts'
import { checkSpecification } from './specification.ts'

interface Outcome {
  ok: boolean
  output: string
}

const root = path.resolve(import.meta.dirname, '..')

const results = await Promise.all([
  timed('format and lint', () => run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings')),
  timed('types', async () => {
    const routes = await run('node_modules/@react-router/dev/bin.cjs', 'typegen')
    // What was checked before and hasn't changed is not checked again.
    const kept = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/tsc/check.tsbuildinfo']
    return routes.ok ? run('node_modules/typescript/bin/tsc', '-p', '.', ...kept) : routes
  }),
  timed('modules', async () => report([...checkModules(root), ...checkFloors(root), ...checkJourneys(root)])),
  timed('OpenAPI', () => run('scripts/check-openapi.ts')),
  timed('specification', async () => report(checkSpecification(root))),
  timed('document paths', async () => report(checkDocs(root))),
  timed('style', async () => report(checkStyle(root))),
  timed('words', async () => report([...checkWords(root), ...checkCounts(root)])),
])

for (const { name, ok, output } of results) if (!ok) console.error(`\n${name}\n${output.trim()}\n`)
for (const { name, ok, seconds } of results) console.log(`${ok ? 'ok    ' : 'failed'}  ${name} (${seconds} s)`)
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1

async function timed(name: string, check: () => Promise<Outcome>) {
  const begun = performance.now()
  const outcome = await check()
  return { name, ...outcome, seconds: ((performance.now() - begun) / 1000).toFixed(1) }
}

function report(problems: string[]): Outcome {
  return { ok: problems.length === 0, output: problems.join('\n') }
}

function run(script: string, ...args: string[]): Promise<Outcome> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
    child.on('close', code => resolve({ ok: code === 0, output }))
  })
}
