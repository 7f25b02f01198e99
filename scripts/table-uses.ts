/** Which tables the sources write, and which they name in SQL: an import of another module that no import statement shows. */
import { posix } from 'node:path'
import { parseSync } from 'vite'

export interface TableUse {
  /** as PostgreSQL knows it */
  table: string
  writes: boolean
}
interface Source {
  /** from src/ */
  file: string
  text: string
}
export interface Tables {
  /** name in PostgreSQL → module, or area outside the modules */
  owners: Map<string, string>
  /** "file from src/" + " " + exported name → name in PostgreSQL */
  exported: Map<string, string>
}

interface Node {
  type: string
  [field: string]: unknown
}

const declared = /(?:export )?const (\w+)\s*=\s*(\w+)(?:\.(?:table|withRLS))?(?:<[^>(]*>)?\(\s*'([\w.]+)'/g

/** @returns every table that a `tables.ts` declares, by its owner */
export function tablesOf(sources: readonly Source[]): Tables {
  const [owners, exported]: [Tables['owners'], Tables['exported']] = [new Map(), new Map()]
  for (const { file, text } of sources) {
    if (!/(^|\/)tables\.ts$/.test(file)) continue
    for (const [, name, maker, table] of text.matchAll(declared)) {
      if (!/table|snakeCase|auth/i.test(maker!)) continue
      owners.set(table!, ownerOf(file))
      exported.set(`${file} ${name}`, table!)
    }
  }
  return { owners, exported }
}

/** The module of a file; for a file of another area, the area. */
export const ownerOf = (file: string) => file.split('/')[file.startsWith('modules/') ? 1 : 0]!

/** @returns the tables that a file writes through drizzle or SQL, and those that its SQL reads by name */
export function tableUses({ file, text }: Source, tables: Tables): TableUse[] {
  const hasSql = /\bsql\b(<[^`]*>)?`|\bsql\.raw\(/.test(text)
  if (!hasSql && !/\.(insert|update|delete)\(/.test(text)) return []
  const names = importedTables(file, text, tables)
  const uses: TableUse[] = []
  const walk = (node: unknown, inSql: boolean): void => {
    if (Array.isArray(node)) for (const one of node) walk(one, inSql)
    if (!isNode(node)) return
    const table = names.get(drizzleWrite(node) ?? '')
    if (table) uses.push({ table, writes: true })
    const sql = inSql || isSql(node)
    const said = sql ? textOf(node, names) : ''
    if (said) uses.push(...namedIn(said, tables.owners))
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, sql && !isCall(node))
  }
  walk(parseSync(file, text).program, false)
  return uses
}

/** Local name → table, for what the file imports or declares itself. */
function importedTables(file: string, text: string, { exported }: Tables): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, list, target] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']*tables\.ts)'/gm)) {
    const from = target!.startsWith('#')
      ? target!.replace(/^#(kernel|postgres|providers|app|testing)\//, '$1/').replace(/^#/, 'modules/')
      : posix.join(posix.dirname(file), target!)
    for (const one of list!.split(',')) {
      const [name, alias] = one
        .trim()
        .replace(/^type /, '')
        .split(/ as /)
      const table = exported.get(`${from} ${name}`)
      if (table) names.set(alias ?? name!, table)
    }
  }
  return names
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const isIdentifier = (node: unknown): node is Node & { name: string } => isNode(node) && node.type === 'Identifier'
const isRaw = ({ callee }: Node) =>
  isNode(callee) && isIdentifier(callee.object) && callee.object.name === 'sql' && isIdentifier(callee.property)

const isSql = (node: Node) =>
  (node.type === 'TaggedTemplateExpression' && isIdentifier(node.tag) && node.tag.name === 'sql') ||
  (node.type === 'CallExpression' && isRaw(node))

/** What a call inside of SQL is given is a value, not SQL. */
const isCall = (node: Node) => node.type === 'CallExpression' && !isRaw(node)

/** The name that `db.insert(name)`, `.update(name)` or `.delete(name)` writes. */
function drizzleWrite({ type, callee, arguments: given }: Node): string | undefined {
  if (type !== 'CallExpression' || !isNode(callee) || !isIdentifier(callee.property)) return
  const [table] = given as unknown[]
  if (/^(insert|update|delete)$/.test(callee.property.name) && isIdentifier(table)) return table.name
}

/** Its text, where each table that is put in has its name, and everything else is a question mark. */
function textOf(node: Node, names: Map<string, string>): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return ''
  const values = node.expressions as unknown[]
  return (node.quasis as { value: { cooked: string } }[])
    .map(({ value }, i) => value.cooked + ((isIdentifier(values[i]) && names.get(values[i].name)) || ' ? '))
    .join('')
}

const into = /\b(insert|merge) into\s+"?([a-z_][\w.]*)/gi
// A name with a parenthesis is a function here, and the list of columns after `insert into`; one with a type is a column.
const places =
  /\b(update|delete from|from|join)\s+(?:only\s+|lateral\s+)?"?([a-z_][\w.]*)"?(?!\w|\s*\()|,\s*([a-z_]\w+)\s+(?!(?:int|bigint|text|uuid|jsonb|boolean|date|timestamptz)\b)[a-z]\w{0,12}\b(?=\s*(?:where|,|join|\)|$))/gi

function namedIn(text: string, owners: Map<string, string>): TableUse[] {
  const here = new Set(
    [...text.matchAll(/\b([a-z_]\w*)\s+as\s+(?:materialized\s+|not materialized\s+)?\(/gi)].map(([, name]) => name),
  )
  return [...text.matchAll(into), ...text.matchAll(places)].flatMap(([, verb, named, listed]) => {
    const table = (named ?? listed)!.toLowerCase()
    if (!owners.has(table) || here.has(table)) return []
    return [{ table, writes: /^(insert|update|delete|merge)/i.test(verb ?? '') }]
  })
}
