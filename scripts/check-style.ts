/** Finds spreads of literals that could be written plainly, and exported functions whose name is a bare verb. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import listed from './style-exceptions.json' with { type: 'json' }

/** What was there before its rule and goes one by one. */
export interface Listed {
  /** file → how many spreads of literals it has */
  spreads: Record<string, number>
  /** "file: name" */
  verbs: string[]
}

interface Node {
  type: string
  [field: string]: unknown
}

/** Names that have to be looked up: a function says its verb and its object. */
const bareVerbs = 'act|book|handle|hear|lapse|look|mean|meant|note|obey|promise|says|settle|shown|take|tell|walk'
const exported = new RegExp(
  `^export (?:async )?function (${bareVerbs})\\b|^export const (${bareVerbs})\\b[^=\\n]*= (?:async )?(?:\\([^=]*|\\w+) =>`,
  'gm',
)

/** @returns one sentence for each new offender, and for each entry of the list that is too high or no offender any more */
export function checkStyle(root: string, { spreads, verbs }: Listed = listed): string[] {
  const found = styleOf(root)
  const files = [...new Set([...Object.keys(found.spreads), ...Object.keys(spreads)])].sort()
  return [
    ...files.flatMap(file => {
      const [now, known] = [found.spreads[file] ?? 0, spreads[file] ?? 0]
      if (now > known) return [`${file}: ${now} spreads of a literal, ${known} are listed; write the new one plainly`]
      return now < known
        ? [`scripts/style-exceptions.json: ${file} has ${now} spreads of a literal; lower its number`]
        : []
    }),
    ...found.verbs.filter(one => !verbs.includes(one)).map(one => `${one}: name the object too, such as recordReceipt`),
    ...verbs
      .filter(one => !found.verbs.includes(one))
      .map(one => `scripts/style-exceptions.json: ${one} is no exception any more; remove it from the list`),
  ]
}

export function styleOf(root: string): Listed {
  const found: Listed = { spreads: {}, verbs: [] }
  const files = globSync('{src,scripts,e2e,bench}/**/*.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
  for (const file of files.map(one => one.split(path.sep).join('/')).sort()) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const count = literalSpreads(file, text)
    if (count > 0) found.spreads[file] = count
    for (const [, name, constant] of text.matchAll(exported)) found.verbs.push(`${file}: ${name ?? constant}`)
  }
  return found
}

function literalSpreads(file: string, text: string): number {
  // Most files have none, and need no parser.
  if (!/\.\.\.\s*[[{]/.test(text)) return 0
  let count = 0
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one)
    if (!isNode(node)) return
    if (/^(SpreadElement|JSXSpreadAttribute)$/.test(node.type) && isLiteral(node.argument)) count++
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value)
  }
  walk(parseSync(file, text).program)
  return count
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const isLiteral = (value: unknown) => isNode(value) && /^(ObjectExpression|ArrayExpression)$/.test(value.type)
