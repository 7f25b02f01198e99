// Runs the checks, the tests and the journeys in a browser, all of them even if one fails.
// npm test -- check|unit|e2e runs one of the three; further arguments go to its tool.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
    command: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'],
    args: [`--outputFile.json=${report('unit')}`],
    count: countUnit,
  },
  e2e: { command: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'], args: [], count: countE2e },
}
const chosen = parts[first] ? [first] : Object.keys(parts)
const passedOn = parts[first] ? rest : []
if (first && !parts[first]) {
  console.error(`npm test -- ${first}: say one of ${Object.keys(parts).join(', ')}, or nothing to run all.`)
  process.exit(1)
}

const total = { passed: 0, failed: 0 }
const broken = []
for (const name of chosen) {
  const { command, args = [], count } = parts[name]
  const ended = await run([...command, ...args, ...passedOn])
  const { passed, failed } = readCount(name, count, ended)
  total.passed += passed
  total.failed += failed
  if (!ended || failed > 0) broken.push(name)
}
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
      CHROMIUM: findBrowser() ?? '',
      PLAYWRIGHT_JSON_OUTPUT_FILE: report('e2e'),
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
  const unread = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + unread.length }
}

function countE2e() {
  const { stats, errors } = JSON.parse(readFileSync(report('e2e'), 'utf8'))
  if (stats.flaky > 0) console.log(`e2e: ${stats.flaky} passed at the second try only`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}
