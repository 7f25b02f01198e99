// Runs the checks, the tests and the journeys in a browser, all of them even if one fails.
// npm test -- check|unit|e2e runs one of the three; further arguments go to its tool.
// npm test -- changed [base] runs the checks and what the difference to a commit can touch (the last one by default).
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findBrowser } from './browser.mjs'
import { node24, root } from './node24.mjs'

const reports = mkdtempSync(path.join(os.tmpdir(), 'lampstand-test-'))
const report = name => path.join(reports, `${name}.json`)
const [first, ...rest] = process.argv.slice(2)

const parts = {
  check: { command: ['scripts/check.ts'], count: () => ({ passed: 0, failed: 0 }) },
  unit: {
    command: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/setup/failures.mjs',
    ],
    args: [`--outputFile.json=${report('unit')}`],
    count: countUnit,
  },
  e2e: { command: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], args: [], count: countE2e },
}
if (first && first !== 'changed' && !parts[first]) {
  console.error(`npm test -- ${first}: say one of ${Object.keys(parts).join(', ')}, changed, or nothing to run all.`)
  process.exit(1)
}
const passedOn = first === 'changed' ? whatChanged(rest[0]) : parts[first] ? { [first]: rest } : undefined
const chosen = passedOn ? Object.keys(passedOn) : Object.keys(parts)

const total = { passed: 0, failed: 0 }
const broken = []
const durations = []
for (const name of chosen) {
  const { command, args = [], count } = parts[name]
  const ended = await run([...command, ...args, ...(passedOn?.[name] ?? [])])
  const { passed, failed } = readCount(name, count, ended)
  total.passed += passed
  total.failed += failed
  if (!ended || failed > 0) broken.push(name)
}
listSlowest()
listFailures()
rmSync(reports, { recursive: true, force: true })
if (broken.length > 0) console.log(`\nNot passed: ${broken.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = broken.length > 0 ? 1 : 0

/** Answers whether the tool was satisfied. */
function run(command) {
  const { NODE_ENV: _, ...environment } = process.env
  const child = spawn(node24(), command, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...environment,
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node'),
      CHROMIUM: findBrowser() ?? '',
      PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e'),
      FAILURES_FILE: report('failures'),
    },
  })
  return new Promise(resolve => child.on('exit', code => resolve(code === 0)))
}

/** A tool that left no report has failed once, whatever it did. */
function readCount(name, count, ended) {
  try {
    return count()
  } catch {
    console.error(`${name}: no report was written`)
    return { passed: 0, failed: ended ? 0 : 1 }
  }
}

function countUnit() {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report('unit'), 'utf8'))
  for (const { name, assertionResults } of testResults)
    for (const { fullName, duration } of assertionResults) noteDuration(name, fullName, duration)
  const unread = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + unread.length }
}

function countE2e() {
  const { stats, errors, suites } = JSON.parse(readFileSync(report('e2e'), 'utf8'))
  const journeys = suites.flatMap(specsIn)
  for (const { file, title, tests } of journeys)
    for (const { results } of tests) noteDuration(path.join('e2e/journeys', file), title, results.at(-1)?.duration)
  const flaky = journeys.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  if (flaky.length > 0) console.log('\nPassed at the second try only:')
  for (const { file, title } of flaky) console.log(`  ${file}: ${title}`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)]
}

function noteDuration(file, title, milliseconds = 0) {
  durations.push({ name: `${path.relative(root, path.resolve(root, file))}: ${title}`, milliseconds })
}

function listSlowest() {
  const slowest = durations.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 20)
  if (slowest.length > 0) console.log(`\nThe ${slowest.length} slowest:`)
  for (const { name, milliseconds } of slowest)
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`)
}

/** Errors that no test caught fail the run without failing a test. */
function listFailures() {
  if (!existsSync(report('failures'))) return
  for (const { name, message, stack } of JSON.parse(readFileSync(report('failures'), 'utf8')))
    console.log(`\nFailed: ${path.relative(root, name)}\n${message}\n${stack}`)
}

/** Arguments for each tool that has something to do. */
function whatChanged(base) {
  const said = execFileSync(node24(), ['scripts/changed.ts', ...(base ? [base] : [])], { cwd: root, encoding: 'utf8' })
  const { unit, journeys } = JSON.parse(said)
  const files = { check: [], unit: unit === 'all' ? [] : unit, e2e: journeys === 'all' ? [] : journeys }
  if (unit !== 'all' && unit.length === 0) delete files.unit
  if (journeys !== 'all' && journeys.length === 0) delete files.e2e
  const told = list => (list === 'all' ? 'all' : list.length)
  console.log(`The change touches ${told(unit)} test files and ${told(journeys)} journey files.`)
  return files
}
