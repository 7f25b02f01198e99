import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { API } from 'typescript/unstable/sync'
import { expect, onTestFinished, test } from 'vitest'
import { checkModules } from './check-modules.ts'
import { layOut } from './new-module.ts'

const here = path.resolve(import.meta.dirname, '..')

function inTemp(): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'lampstand-new-module-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

/** The checkout without what is built, on the same packages. */
function aCopy(): string {
  const root = inTemp()
  const left = ['.git', '.react-router', 'build', 'data', 'docs', 'node_modules', 'test-results']
  for (const name of readdirSync(here).filter(name => !left.includes(name)))
    cpSync(path.join(here, name), path.join(root, name), { recursive: true })
  symlinkSync(path.join(here, 'node_modules'), path.join(root, 'node_modules'))
  return root
}

/** Only the lists that a new module is added to. */
function anEmptyCheckout(): string {
  const root = inTemp()
  for (const file of ['src/app/modules.ts', 'src/app/modules.server.ts', 'scripts/floors.ts', 'ARCHITECTURE.md']) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    cpSync(path.join(here, file), path.join(root, file))
  }
  return root
}

/** Of the files below these folders alone: what they import is checked elsewhere, and takes most of the time. */
function typeErrors(root: string, folders: string[]): string[] {
  const config = path.join(root, 'tsconfig.json')
  const { include: _, ...rest } = JSON.parse(readFileSync(config, 'utf8'))
  writeFileSync(config, JSON.stringify({ ...rest, include: folders }))
  const compiler = new API({ cwd: root })
  try {
    const { program } = compiler.updateSnapshot({ openProjects: [config] }).getProject(config)!
    return folders
      .flatMap(folder => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
      .flatMap(file => program.getSemanticDiagnostics(path.join(root, file)).map(({ text }) => `${file}: ${text}`))
  } finally {
    compiler.close()
  }
}

test('a new module passes the checks and its own tests as it is', { timeout: 600_000 }, async () => {
  const root = aCopy()
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const options = { cwd: root, env, encoding: 'utf8' } as const
  const run = (script: string, ...args: string[]) => execFileSync(process.execPath, [script, ...args], options)
  const written = run('scripts/new-module.ts', 'food-baskets').split('\n')
  expect(written).toContain('src/modules/food-baskets/module.server.ts')
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'src/modules/food-baskets']
  // Half of their time the tests wait for PostgreSQL.
  const tests = promisify(execFile)(process.execPath, vitest, options).catch(error => error)
  const problems = typeErrors(root, ['src/app', 'src/modules/food-baskets'])
  const { stdout, stderr } = await tests
  expect(`${stdout}${stderr}`).toContain('6 passed')
  expect(problems).toEqual([])
  expect(run('scripts/check-modules.ts')).toBe('')
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', 'src/app', 'src/modules/food-baskets')
})

test('two lines in src/app and a name on a floor plug it in', () => {
  const root = anEmptyCheckout()
  const text = (file: string) => readFileSync(path.join(root, file), 'utf8')
  layOut(root, 'bible-classes', 'reach')
  expect(text('src/app/modules.ts')).toMatch(
    /^import bibleClasses from '#bible-classes\/module.ts'\n[\s\S]*\n {2}bibleClasses,\n\]/,
  )
  expect(text('src/app/modules.server.ts')).toMatch(/\n {2}bibleClasses,\n\] as const/)
  expect(text('scripts/floors.ts')).toContain("reach: ['bible-classes', ")
  expect(text('src/modules/bible-classes/contract.ts')).toContain('export const BibleClass = z.object')
  expect(checkModules(root).filter(problem => !problem.includes('is not on a floor'))).toEqual([])
})

test('a module is never written over, and has a name and a floor that can be', () => {
  const root = anEmptyCheckout()
  layOut(root, 'forms')
  expect(() => layOut(root, 'forms')).toThrow('src/modules/forms exists already.')
  expect(() => layOut(root, 'Forms')).toThrow('"Forms" can\'t be a module')
  expect(() => layOut(root, '../forms')).toThrow("can't be a module")
  expect(() => layOut(root, 'prayer')).toThrow('name it in the plural')
  expect(() => layOut(root, 'raffles', 'attic')).toThrow('There is no floor attic')
})
