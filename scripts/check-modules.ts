/** Says where the sources leave the server's plan; see ARCHITECTURE.md for the vocabulary and who may import what. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path, { posix } from 'node:path'
import { checkPublic } from './check-public.ts'
import { checkCircles, type Uses } from './circles.ts'
import { command } from './command.ts'
import { checkFileCircles } from './file-circles.ts'
import { floorOf } from './floors.ts'
import { longFunctions } from './function-length.ts'
import { type Import, importsOf } from './imports.ts'
import { type TableUse, tablesOf, tableUses } from './table-uses.ts'

const kinds: [RegExp, string?][] = [
  [/\.test\.tsx?$/, 'test'],
  [/^(module\.server|module)\.ts$/],
  [/^(contract|rules|tables|service|router|events|tasks|jobs|http|seed)\.ts$/],
  [/^(rules|service|work|emails|seed)\/[\w-]+\.ts$/],
  // Each is served as one file by its name; a folder of that name holds its parts.
  [/^browser\/([\w-]+\/)?[\w-]+\.ts$/, 'browser'],
  // A folder in them holds what runs in browsers without React: a custom element, a queue of uploads.
  [/^(screens|widgets)\/([\w-]+\.tsx|use-[\w-]+\.tsx?|[\w-]+\.module\.css|[\w-]+\/[\w-]+\.ts)$/],
  [/^(data)\//],
  [/^README\.md$/, 'readme'],
]
const folders = /^(rules|service|work|emails|seed|screens|widgets|browser|data)\//

/** What a file of a module is, by its name alone; a noun's folder follows the same vocabulary. */
export function kindOf(inner: string): string | undefined {
  const name = folders.test(inner) ? inner : inner.replace(/^[\w-]+\//, '')
  for (const [pattern, kind] of kinds) {
    const match = pattern.exec(name)
    if (match) return kind ?? match[1]
  }
}

interface Rule {
  own: string
  others: string
  /** areas outside the modules */
  areas: string
}
const server = 'kernel'
const browser = 'browser ui web'
const modules: Record<string, Rule> = {
  contract: { own: 'contract rules', others: 'contract rules', areas: 'browser' },
  rules: { own: 'rules data', others: 'rules', areas: 'browser' },
  tables: { own: 'contract rules tables', others: 'tables', areas: server },
  service: {
    own: 'contract rules tables events tasks service emails',
    others: 'contract service rules tables',
    areas: 'kernel providers',
  },
  router: { own: 'contract service router', others: '', areas: server },
  events: { own: 'contract rules', others: '', areas: server },
  tasks: { own: 'contract rules', others: '', areas: server },
  jobs: { own: 'service events tasks rules emails', others: 'events service', areas: 'kernel providers' },
  http: { own: 'contract service rules', others: 'service rules', areas: 'kernel providers' },
  emails: { own: 'contract rules emails', others: 'rules', areas: server },
  work: { own: 'rules service', others: '', areas: 'kernel providers' },
  seed: { own: '*', others: 'service rules', areas: 'kernel providers' },
  test: { own: '*', others: 'service rules', areas: '*' },
  module: { own: 'contract rules screens widgets', others: '', areas: 'browser' },
  'module.server': { own: 'contract router jobs http service seed tasks events', others: '', areas: server },
  screens: { own: 'contract rules widgets screens', others: 'contract rules widgets', areas: browser },
  widgets: { own: 'contract rules widgets', others: 'contract rules widgets', areas: browser },
  browser: { own: 'contract rules browser', others: '', areas: '' },
}
/** What the areas outside the modules may import of each other and of the modules; the files right in src are free. */
const areas: Record<string, Omit<Rule, 'own'>> = {
  kernel: { others: '', areas: '' },
  ui: { others: '', areas: '' },
  web: { others: 'contract rules widgets screens', areas: 'browser ui' },
  providers: { others: '', areas: 'kernel' },
  postgres: { others: '', areas: 'kernel' },
  app: { others: '*', areas: 'kernel providers' },
  testing: { others: '*', areas: '*' },
}
/** The kernel's part that runs in a browser too. */
const browserSafe = /^kernel\/(contract|csv|modules|permissions|money|slug)\.ts$/
const sharedWithWeb = /^app\/modules\.ts$/

const has = (list: string, kind: string | undefined) => list === '*' || (!!kind && list.split(' ').includes(kind))

interface Source {
  /** from src/ */
  file: string
  area: string
  /** module, or provider */
  owner: string
  inner: string
  text: string
}

/** @returns one sentence for each problem, none if the codebase is in order */
export function checkModules(root: string): string[] {
  const sources = globSync('src/**/*.*', { cwd: root, withFileTypes: false })
    .map(file => file.split(path.sep).slice(1).join('/'))
    .filter(file => !/^web\/(contract|reference|articles|icons)\.json$/.test(file))
    .sort()
    .map(file => read(root, file))
  const uses: Uses = new Map()
  const exceptions = exceptionsOf(root)
  const code = sources.filter(({ file }) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const texts = new Map(code.map(({ file, text }) => [file, text]))
  return [
    ...sources.flatMap(source => [
      ...checkName(source),
      ...checkSize(source),
      ...importsOf(source.text).flatMap(found => checkImport(source, found, uses)),
    ]),
    ...checkBudgets(code),
    ...checkLongModules(code, exceptions.longModules),
    ...checkNouns(sources, exceptions.loneNouns),
    ...checkTables(code, exceptions, uses),
    ...checkCircles(uses, exceptions.circles),
    ...checkFileCircles(texts, exceptions.fileCircles),
    ...checkPublic(
      root,
      namingPublic(root, texts),
      readJson(root, 'scripts/public-owners.json'),
      exceptions.publicFiles,
    ),
  ].sort()
}

const none = {
  circles: [] as string[],
  loneNouns: [] as string[],
  longModules: [] as string[],
  tableWrites: [] as string[],
  tableReads: [] as string[],
  fileCircles: [] as string[],
  publicFiles: [] as string[],
}
type Exceptions = typeof none

/** What was there before its rule and goes one by one: an entry that is no exception any more is a problem itself. */
const exceptionsOf = (root: string): Exceptions => ({ ...none, ...readJson(root, 'scripts/exceptions.json') })

function readJson(root: string, name: string) {
  const file = path.join(root, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Data of a module names pictures. */
function namingPublic(root: string, texts: ReadonlyMap<string, string>): Map<string, string> {
  const more = globSync(['src/modules/*/data/*.json', 'src/modules/*/screens/*.css'], { cwd: root })
  const manifests = globSync('public/*.webmanifest', { cwd: root })
  const at = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const owners: Record<string, string> = readJson(root, 'scripts/public-owners.json')
  return new Map([
    ...texts,
    ...more.map(file => [file.split(path.sep).slice(1).join('/'), at(file)] as const),
    ...manifests.map(
      file => [`modules/${owners[path.basename(file)]}/public/${path.basename(file)}`, at(file)] as const,
    ),
  ])
}

function read(root: string, file: string): Source {
  const parts = file.split('/')
  const area = parts.length > 1 ? parts[0]! : ''
  const deep = area === 'modules' || area === 'providers'
  const code = /\.(tsx?|css|md)$/.test(file) && !file.includes('/data/')
  return {
    file,
    area,
    owner: deep ? parts[1]! : '',
    inner: parts.slice(deep ? 2 : 1).join('/'),
    text: code ? readFileSync(path.join(root, 'src', file), 'utf8') : '',
  }
}

function checkName({ file, area, owner, inner, text }: Source): string[] {
  const problems: string[] = []
  const say = (what: string) => problems.push(`src/${file}: ${what}`)
  if (/(^|\/)(utils?|helpers?|lib|common)(\/|\.tsx?$)/.test(file))
    say('name it after what it does, not utils, helpers, lib or common')
  if (area === 'modules' && floorOf(owner) < 0) say(`${owner} is not on a floor of scripts/check-modules.ts`)
  if (area === 'modules' && !kindOf(inner)) say('not a file that a module may hold')
  if (area === 'modules' && /\/module(\.server)?\.ts$/.test(inner)) say('a module has one manifest, in its own folder')
  if (area === 'providers' && !isProviderFile(inner)) say('not a file that a provider may hold')
  const index = /(^|\/)index\.tsx?$/.test(inner) && !(area === 'providers' && inner === 'index.ts')
  if (index || /^export \* from/m.test(text) || isOnlyExports(text)) say('no barrels: import from where it is made')
  return problems
}

const isProviderFile = (inner: string) =>
  /^(index|live|sandbox|(live|rules)\/[\w-]+)\.ts$/.test(inner) ||
  /^README\.md$|\.test\.ts$/.test(inner) ||
  isSandboxFile(inner)
const isSandboxFile = (inner: string) =>
  inner.startsWith('sandbox/') && kindOf(inner.slice('sandbox/'.length)) !== undefined

const isOnlyExports = (text: string) =>
  /^export (type )?\{/m.test(text) && text.replace(/^export (type )?\{[^}]*\} from '[^']+'\n*/gm, '').trim() === ''

function checkSize({ file, text }: Source): string[] {
  const lines = linesOf(text)
  const problems = lines > 400 ? [`src/${file}: ${lines} lines; 400 at most`] : []
  if (!/\.tsx?$/.test(file) || file.includes('.test.')) return problems
  for (const long of longFunctions(file, text, 60))
    problems.push(`src/${file}: ${long.name} has ${long.lines} lines; 60 at most`)
  return problems
}

/** A folder within a module is a noun with a life of its own: a contract and a service, tables and jobs. */
function checkNouns(sources: Source[], known: readonly string[]): string[] {
  const nouns = new Map<string, Set<string>>()
  for (const { area, owner, inner } of sources) {
    const noun = /^([\w-]+)\//.exec(inner)?.[1]
    if (area !== 'modules' || !noun || folders.test(inner)) continue
    const kinds = nouns.get(`${owner}/${noun}`) ?? new Set()
    const kind = kindOf(inner)
    nouns.set(`${owner}/${noun}`, kind && kind !== 'test' && kind !== 'readme' ? kinds.add(kind) : kinds)
  }
  const lone = [...nouns].filter(([, kinds]) => kinds.size < 2).map(([noun]) => noun)
  return [
    ...lone
      .filter(noun => !known.includes(noun))
      .map(noun => `src/modules/${noun}: holds one kind of file; a folder for a noun holds at least two`),
    ...known
      .filter(noun => !lone.includes(noun))
      .map(noun => `scripts/exceptions.json: ${noun} is no exception any more; remove it from the list`),
  ]
}

function checkBudgets(code: Source[]): string[] {
  const kernel = code.filter(({ area }) => area === 'kernel').reduce((sum, { text }) => sum + linesOf(text), 0)
  const median = code.map(({ text }) => linesOf(text)).sort((a, b) => a - b)[Math.floor(code.length / 2)] ?? 0
  return [
    ...(kernel > 3_300 ? [`src/kernel: ${kernel} lines; 3300 at most`] : []),
    ...(median > 70 ? [`src: half of the files have ${median} lines or more; 70 at most`] : []),
  ]
}

const LONG_MODULE = 8000

/** Code without its tests and data. A module that is longer holds two things that a church does. */
function checkLongModules(code: Source[], known: readonly string[]): string[] {
  const lines = new Map<string, number>()
  for (const { area, owner, text } of code)
    if (area === 'modules') lines.set(owner, (lines.get(owner) ?? 0) + linesOf(text))
  const long = [...lines].filter(([, count]) => count > LONG_MODULE)
  return [
    ...long
      .filter(([module]) => !known.includes(module))
      .map(([module, count]) => `src/modules/${module}: ${count} lines; ${LONG_MODULE} at most`),
    ...idle(known, new Set(long.map(([module]) => module))),
  ]
}

const idle = (known: readonly string[], found: ReadonlySet<string>) =>
  known
    .filter(one => !found.has(one))
    .map(one => `scripts/exceptions.json: ${one} is no exception any more; remove it from the list`)

/** Only its owner writes a table. A table that SQL names is an import of its module, whether or not a file is imported. */
function checkTables(code: Source[], { tableWrites, tableReads }: Exceptions, uses: Uses): string[] {
  const tables = tablesOf(code)
  const [writes, reads] = [new Set<string>(), new Set<string>()]
  const problems = code.flatMap(source => {
    if (source.area === 'app' || source.area === 'testing') return []
    const owner = source.owner && source.area === 'modules' ? source.owner : source.area
    const others = tableUses(source, tables).filter(({ table }) => tables.owners.get(table) !== owner)
    return [...new Set(others.flatMap(use => foreignUse(source, owner, use)))]
  })
  return [...problems, ...idle(tableWrites, writes), ...idle(tableReads, reads)]

  function foreignUse({ file, area }: Source, owner: string, { table, writes: isWrite }: TableUse): string[] {
    const other = tables.owners.get(table)!
    const [write, read] = [`${owner} → ${other}.${table}`, `${owner} → ${other}`]
    const isUp = area !== 'modules' || floorOf(other) < floorOf(owner)
    if (isWrite) writes.add(write)
    if (isUp) reads.add(read)
    if (!isUp) uses.set(owner, (uses.get(owner) ?? new Set()).add(other))
    return [
      ...(isWrite && !tableWrites.includes(write) ? [`src/${file}: only ${other} writes its table ${table}`] : []),
      ...(isUp && !tableReads.includes(read)
        ? [`src/${file}: may not name ${table} in SQL: ${other} is on a higher floor; announce an event instead`]
        : []),
    ]
  }
}

const linesOf = (text: string) => text.split('\n').length - 1

function checkImport(source: Source, { target, typeOnly }: Import, uses: Uses): string[] {
  const say = (why: string) => [`src/${source.file}: may not import ${target}: ${why}`]
  if (/^#[\w-]+\/module(\.server)?\.ts$/.test(target) && source.area !== 'app') return say('only app imports manifests')
  if (source.area === '' || (source.area !== 'modules' && kindOf(source.inner) === 'test')) return []
  if (target.startsWith('.')) return checkRelative(source, target, say)
  const [, first, rest] = /^#([\w-]+)\/(.+)$/.exec(target) ?? []
  if (!first || !rest) return []
  const named = first in areas ? `${first}/${rest}` : ''
  if (named) return checkArea(source, named, typeOnly, say)
  return checkOther(source, { module: first, inner: rest, typeOnly }, uses, say)
}

type Say = (why: string) => string[]

function checkRelative(source: Source, target: string, say: Say): string[] {
  const own = posix.join(posix.dirname(source.inner), target)
  if (own.startsWith('..')) return say('cross a border with # and the name of the module or area')
  if (source.area !== 'modules') return []
  const [from, to] = [kindOf(source.inner), kindOf(own.replace(/^\.\//, ''))]
  const rule = modules[from ?? '']
  return !rule || from === to || has(rule.own, to) ? [] : say(`${from} takes no ${to ?? 'such file'}`)
}

function checkArea(source: Source, named: string, typeOnly: boolean, say: Say): string[] {
  const area = named.split('/')[0]!
  const kind = source.area === 'modules' ? kindOf(source.inner) : source.area
  const rule = source.area === 'modules' ? modules[kind ?? ''] : areas[source.area]
  if (source.area === 'web' && (sharedWithWeb.test(named) || (named === 'app/contract.ts' && typeOnly))) return []
  if (isSandboxFile(source.inner) && source.area === 'providers' && has(browser, area)) return []
  if (area === source.area && source.area !== 'providers') return say('import your own area relatively')
  if (area === source.area || !rule || has(rule.areas, area)) return []
  if (has(rule.areas, 'browser') && browserSafe.test(named)) return []
  return say(
    area === 'kernel' && has(rule.areas, 'browser') ? 'it may reach a browser' : `${kind} takes nothing of ${area}`,
  )
}

interface Target {
  module: string
  inner: string
  typeOnly: boolean
}

function checkOther(source: Source, { module, inner, typeOnly }: Target, uses: Uses, say: Say): string[] {
  const [from, to] = [source.area === 'modules' ? kindOf(source.inner) : source.area, kindOf(inner)]
  if (source.area !== 'modules')
    return has(areas[source.area]?.others ?? '*', to) ? [] : say(`${from} knows no ${to} of a module`)
  if (module === source.owner) return say('import your own module relatively')
  const rule = modules[from ?? '']
  if (rule && !has(rule.others, to)) return say(`${from} takes no ${to} of another module`)
  if (from === 'test') return []
  if (!typeOnly) uses.set(source.owner, (uses.get(source.owner) ?? new Set()).add(module))
  return floorOf(module) < floorOf(source.owner) ? say('it is on a higher floor; announce an event instead') : []
}

await command(import.meta, 'npm run check:modules', async () => {
  const problems = checkModules(path.resolve(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
})
