/** Says which tests and journeys a change can touch. node scripts/changed.ts [base]: prints it as JSON. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path, { posix } from 'node:path'
import { importsOf } from './imports.ts'

export interface Touched {
  /** Test files, or all of them. */
  unit: string[] | 'all'
  /** Files of e2e/journeys, or all of them. */
  journeys: string[] | 'all'
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isDocument = (file: string) => /\.md$|^docs\/|^bench\//.test(file)
/** Composed of all modules: what they prove holds for each of them. */
const ofWholeProduct = (file: string) =>
  /^src\/(testing\/[\w-]+|kernel\/(permissions|rows)[\w-]*)\.test\.ts$/.test(file)
const moduleOf = (file: string) => /^src\/(modules\/[\w-]+|providers\/[\w-]+)\//.exec(file)?.[1] ?? ''

/**
 * A change of a module touches the tests of each module with a file that imports the changed one, however far away;
 * src/app, which imports them all, is not followed. Anything beside the modules, the screens and their tests touches all.
 * @param changed paths from `root`
 */
export function touched(root: string, changed: string[]): Touched {
  const code = changed.filter(file => !isDocument(file))
  const journeys = code.filter(file => file.startsWith('e2e/journeys/') && existsSync(path.join(root, file)))
  const own = code.filter(file => isTest(file) && existsSync(path.join(root, file)))
  const sources = code.filter(file => !file.startsWith('e2e/journeys/') && !isTest(file))
  if (sources.length === 0) return { unit: own.sort(), journeys: journeys.sort() }
  if (sources.some(file => !/^src\/(modules|providers|ui|web)\//.test(file))) return { unit: 'all', journeys: 'all' }
  const reached = importersOf(root, sources)
  const modules = new Set([...reached].map(moduleOf).filter(Boolean))
  const tests = globSync(['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'], { cwd: root })
  const relevant = tests.filter(
    file => modules.has(moduleOf(file)) || reached.has(file) || (modules.size > 0 && ofWholeProduct(file)),
  )
  const everywhere = sources.some(file => /^src\/(ui|web)\//.test(file))
  return {
    unit: [...new Set([...relevant, ...own])].sort(),
    journeys: everywhere ? 'all' : [...new Set([...journeys, ...journeysOf(root, modules)])].sort(),
  }
}

/** The files themselves and whatever of the modules, screens and their tests imports them by value. */
function importersOf(root: string, files: string[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const file of globSync('src/{modules,providers,ui,web}/**/*.{ts,tsx}', { cwd: root })) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const { target, typeOnly } of importsOf(text)) {
      const imported = typeOnly ? undefined : fileOf(file, target)
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), file])
    }
  }
  const reached = new Set(files)
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return reached
}

function fileOf(importer: string, target: string): string | undefined {
  if (target.startsWith('.')) return posix.join(posix.dirname(importer), target)
  const [, first, rest] = /^#([\w-]+)\/(.+)$/.exec(target) ?? []
  if (!first) return undefined
  return /^(providers|ui|web)$/.test(first) ? `src/${first}/${rest}` : `src/modules/${first}/${rest}`
}

/** A journey says in its first line which modules it goes through, or that it goes through all. */
function journeysOf(root: string, modules: Set<string>): string[] {
  return globSync('e2e/journeys/*.spec.ts', { cwd: root }).filter(file => {
    const names = journeyModules(readFileSync(path.join(root, file), 'utf8'))
    return modules.size > 0 && (names.includes('all') || names.some(name => modules.has(`modules/${name}`)))
  })
}

export function journeyModules(text: string): string[] {
  const [, names] = /^\/\/ Modules: ([\w\- ]+)\n/.exec(text) ?? []
  return names?.split(' ') ?? []
}

/** Journeys whose first line names no modules, or one that doesn't exist: a change would run too few of them. */
export function checkJourneys(root: string): string[] {
  const known = new Set(['all', ...globSync('src/modules/*', { cwd: root }).map(folder => path.basename(folder))])
  return globSync('e2e/journeys/*.spec.ts', { cwd: root }).flatMap(file => {
    const names = journeyModules(readFileSync(path.join(root, file), 'utf8'))
    if (names.length === 0)
      return [`${file}: the first line says which modules it goes through: "// Modules: leads people"`]
    return names.filter(name => !known.has(name)).map(name => `${file}: there is no module ${name}`)
  })
}

/** What differs from the base (the last commit if none is named), committed, staged or not, and new files. */
function changedFiles(root: string, base = 'HEAD'): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const merged = base === 'HEAD' ? base : git('merge-base', base, 'HEAD')[0]!
  return [...new Set([...git('diff', '--name-only', merged), ...git('ls-files', '--others', '--exclude-standard')])]
}

if (process.argv[1] === import.meta.filename) {
  const root = path.resolve(import.meta.dirname, '..')
  console.log(JSON.stringify(touched(root, changedFiles(root, process.argv[2]))))
}
