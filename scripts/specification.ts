/** Reads the texts of a source file, so that docs/specification.md can be held against them. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

interface Node {
  type: string
  [field: string]: unknown
}
/** Stands where a program puts in a value: a name, a number, another text. */
const GAP = '\u0000'

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const entities: Record<string, string> = {
  amp: '&',
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  larr: '←',
  rarr: '→',
  gt: '>',
  lt: '<',
}

/** One kind of apostrophe, of ellipsis and of white space: those are a matter of type, not of wording. */
export const plain = (text: string): string =>
  text
    .replace(/&(\w+);/g, (all, name) => entities[name] ?? all)
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/…/g, '...')
    .replace(/\s+/g, ' ')
    .trim()

/** What an element says, its parts in order; '' for an element of values alone. */
const wordsOf = (children: unknown[]): string => children.map(wordOf).join('')

function wordOf(child: unknown): string {
  if (!isNode(child)) return ''
  if (child.type === 'JSXText') return String(child.value)
  if (child.type === 'JSXElement' || child.type === 'JSXFragment') return wordsOf(child.children as unknown[])
  const { expression } = child
  if (!isNode(expression) || expression.type === 'JSXEmptyExpression') return ''
  return expression.type === 'Literal' && typeof expression.value === 'string' ? expression.value : GAP
}

const quasisOf = ({ quasis }: Node): string => (quasis as any[]).map(({ value }) => value.cooked ?? '').join(GAP)

/** Every text of a source: strings, templates and what elements say; of JSON its strings, of anything else its lines. Comments are none. */
export function textsOf(file: string, source: string): string[] {
  const found: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node === 'string' && file.endsWith('.json')) found.push(node)
    if (typeof node !== 'object' || node === null) return
    if (isNode(node)) {
      if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value)
      if (node.type === 'TemplateLiteral') found.push(quasisOf(node))
      if (node.type === 'JSXText') found.push(String(node.value))
      if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(wordsOf(node.children as unknown[]))
    }
    for (const child of Object.values(node)) walk(child)
  }
  if (/\.(tsx?|js)$/.test(file)) walk(parseSync(file, source).program)
  else if (file.endsWith('.json')) walk(JSON.parse(source))
  else found.push(...source.split(/\n(?=\n|#|-|\d\.)/))
  return found.map(plain).filter(Boolean)
}

/** A shorter text counts only where it stands alone: 'Home' is no proof in 'Home visits'. */
const LONG = 12
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Whether one of the texts says it; `{…}` stands for what is put in. */
export function says(texts: readonly string[], wanted: string): boolean {
  const pieces = wanted.split('{…}').map(piece => piece.replace(/\s+/g, ' '))
  const pattern = pieces.map(piece => escaped(plainInside(piece))).join(`[\\s\\S]*?`)
  const alone = new RegExp(`^${pattern}$`)
  const within = new RegExp(`(^|[^\\w])${pattern}($|[^\\w])`)
  return texts.some(text => alone.test(text) || (wanted.length >= LONG && within.test(text)))
}
const plainInside = (piece: string) => {
  const [before, after] = [/^\s/.test(piece) ? ' ' : '', /\S\s+$/.test(piece) ? ' ' : '']
  return before + plain(piece) + after
}

/** A source without its comments, in one line: where a constant must stand. */
export function codeOf(file: string, source: string): string {
  let code = source
  if (/\.(tsx?|js)$/.test(file)) {
    const { comments } = parseSync(file, source) as unknown as { comments: { start: number; end: number }[] }
    for (const { start, end } of [...comments].reverse()) code = code.slice(0, start) + code.slice(end)
  } else if (/\.(css|sql)$/.test(file)) code = code.replace(/\/\*[\s\S]*?\*\/|^\s*--.*$/gm, '')
  return code.replace(/\s+/g, ' ')
}

export interface Claim {
  line: number
  kind: 'text' | 'constant'
  wanted: string
  file: string
}

/** The rows of the tables whose second column is headed text or constant; the third names the file. */
export function claimsIn(markdown: string): Claim[] {
  let kind: Claim['kind'] | undefined
  return markdown.split('\n').flatMap((row, index) => {
    const cells = row.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|'))
    if (cells.length < 5) return []
    if (/^(text|constant)$/.test(cells[2]!)) kind = cells[2] as Claim['kind']
    const file = /^`([^`]+)`$/.exec(cells[3]!)?.[1]
    if (!kind || !file) return []
    return [...cells[2]!.matchAll(/`([^`]+)`/g)].map(([, wanted]) => ({
      line: index + 1,
      kind: kind!,
      wanted: wanted!,
      file,
    }))
  })
}

/** @returns one sentence for each text or constant that isn't where the document says */
export function checkSpecification(root: string): string[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const texts = new Map<string, string[]>()
  return claimsIn(read('docs/specification.md'))
    .filter(({ kind, wanted, file }) => {
      if (!existsSync(path.join(root, file))) return true
      if (kind === 'constant') return !codeOf(file, read(file)).includes(wanted)
      if (!texts.has(file)) texts.set(file, textsOf(file, read(file)))
      return !says(texts.get(file)!, wanted)
    })
    .map(({ line, kind, wanted, file }) => `docs/specification.md:${line}: the ${kind} "${wanted}" is not in ${file}`)
}
