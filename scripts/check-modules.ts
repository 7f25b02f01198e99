/** Says where the sources leave the server's plan; see ARCHITECTURE.md for the vocabulary and who may import what. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import path, { posix } from 'node:path'
import { checkCircles, type Uses } from './circles.ts'
import { command } from './command.ts'
import { floorOf } from './floors.ts'
import { longFunctions } from './function-length.ts'

const kinds: [RegExp, string?][] = [
  [/\.test\.tsx?$/, 'test'],
  [/^(module\.server|module)\.ts$/],
  [/^(contract|rules|tables|service|router|events|tasks|jobs|http|seed)\.ts$/],
  [/^(rules|service|work|emails|seed)\/[\w-]+\.ts$/],
  [/^(screens|widgets)\/([\w-]+\.tsx|use-[\w-]+\.tsx?|[\w-]+\.module\.css)$/],
  [/^(data)\//],
  [/^README\.md$/, 'readme'],
]
const folders = /^(rules|service|work|emails|seed|screens|widgets|data)\//

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
}
/** What the areas outside the modules may import of each other and of the modules; server.ts and worker.ts are free. */
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
const browserSafe = /^kernel\/(contract|csv|modules|permissions|money)\.ts$/
const sharedWithWeb = /^app\/modules\.ts$/

const has = (list: string, kind: string | undefined) => list === '*' || (!!kind && list.split(' ').includes(kind))

export interface Import {
  target: string
  typeOnly: boolean
}
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
  const { circles, loneNouns } = exceptionsOf(root)
  const problems = sources.flatMap(source => [
    ...checkName(source),
    ...checkSize(source),
    ...importsOf(source.text).flatMap(found => checkImport(source, found, uses)),
  ])
  problems.push(...checkBudgets(sources), ...checkNouns(sources, loneNouns), ...checkCircles(uses, circles))
  return problems.sort()
}

/** What was there before its rule and goes one by one: an entry that is no exception any more is a problem itself. */
function exceptionsOf(root: string): { circles: string[]; loneNouns: string[] } {
  const file = path.join(root, 'scripts/exceptions.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { circles: [], loneNouns: [] }
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
  for (const long of longFunctions(file, text, 50))
    problems.push(`src/${file}: ${long.name} has ${long.lines} lines; 50 at most`)
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

function checkBudgets(sources: Source[]): string[] {
  const code = sources.filter(({ file }) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const kernel = code.filter(({ area }) => area === 'kernel').reduce((sum, { text }) => sum + linesOf(text), 0)
  const median = code.map(({ text }) => linesOf(text)).sort((a, b) => a - b)[Math.floor(code.length / 2)] ?? 0
  return [
    ...(kernel > 3000 ? [`src/kernel: ${kernel} lines; 3000 at most`] : []),
    ...(median > 70 ? [`src: half of the files have ${median} lines or more; 70 at most`] : []),
  ]
}

const linesOf = (text: string) => text.split('\n').length - 1

export function importsOf(text: string): Import[] {
  const found: Import[] = []
  for (const [, type, target] of text.matchAll(/^(?:import|export)\s+(type\s)?[^'";]*?from '([^']+)'/gm)) {
    found.push({ target: target!, typeOnly: Boolean(type) })
  }
  for (const [, target] of text.matchAll(/\bimport\(\s*'([^']+)'/g)) found.push({ target: target!, typeOnly: false })
  for (const [, target] of text.matchAll(/^import '([^']+)'/gm)) found.push({ target: target!, typeOnly: false })
  return found
}

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
