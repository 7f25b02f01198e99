/** Finds texts that put a number before a plural that stays one when the number is 1: "1 rows". */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import exceptions from './exceptions.json' with { type: 'json' }

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const shown = ['src/**/*.{ts,tsx}']
const unseen = /\.test\.tsx?$|^src\/(testing|postgres|kernel)\//

/** A noun, with at most two adjectives before it. */
const plural =
  /^\s+(?:(?!(?:of|as|at|is|has|was|with|or|and|no|can|by)\b)[a-z]+ ){0,2}?([a-z]+s|people|children)(?=[\s.,:;!?)“”…<]|$)/

/** Words that end in s and count nothing: verbs after a name, and others. */
const noPlural = new RegExp(
  `^(${[
    'accepts|answers|becomes|closes|comes|contains|exists|follows|goes|invites|looks|mais|needs|reads|redirects|sends|shows',
    'starts|takes|uses|wants|writes|afterwards|always|less|minus|ms|plus|this|unless|was|is|has|does|address|mas|funnels|as|its|his|hers',
  ].join('|')})$`,
)

/** Limits and sizes are never one. */
const bound =
  /^[A-Z_]+\b|^['"`]|\?|\b(limits?|most|max|size|length\)|minimumPassword|needed|approvalAbove|graceDays|clockOf|width)\b/

/**
 * @param known "file: {value} noun" whose value is never one for a reason that the text around it doesn't show
 * @returns one sentence for each place where the number 1 would be followed by a plural
 */
export function checkCounts(root: string, known: readonly string[] = exceptions.plurals): string[] {
  const used = new Set<string>()
  const problems = globSync(shown, { cwd: root })
    .filter(file => !unseen.test(file))
    .sort()
    .flatMap(file => {
      const all = countsIn(file, readFileSync(path.join(root, file), 'utf8'))
      return all.flatMap(({ line, found }) => {
        const name = `${file}: ${found}`
        used.add(name)
        return known.includes(name) ? [] : [`${file}:${line}: “${found}” would say “1 …s”; use counted of src/ui`]
      })
    })
  const idle = known.filter(one => !used.has(one))
  return [
    ...problems,
    ...idle.map(one => `scripts/exceptions.json: ${one} is no exception any more; remove it from the list`),
  ]
}

interface Found {
  line: number
  found: string
}

export function countsIn(file: string, text: string): Found[] {
  const found: Found[] = []
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const look = (value: unknown, after: string, at: number) => {
    if (!isNode(value) || !mayBeOne(value, text)) return
    const [said, noun] = plural.exec(after.replace(/\s+/g, ' ')) ?? []
    if (noun && !noPlural.test(noun))
      found.push({ line: lineAt(at), found: `{${text.slice(value.start, value.end)}}${said}` })
  }
  const walk = (node: unknown, isGuarded: boolean): void => {
    if (Array.isArray(node)) for (const one of node) walk(one, isGuarded)
    if (!isNode(node) || node.type === 'ImportDeclaration' || isSql(node)) return
    const guarded = isGuarded || isOther(node, text)
    if (node.type === 'CallExpression')
      inCounted(node, noun => found.push({ line: lineAt(node.start), found: noun }), text)
    if (node.type === 'TemplateLiteral' && !guarded) inTemplate(node, look)
    if ((node.type === 'JSXElement' || node.type === 'JSXFragment') && !guarded) inElement(node, look)
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value, guarded)
  }
  walk(parseSync(file, text).program, false)
  return found
}

/** The function takes the plural: what it makes of a singular is right for one alone. */
function inCounted({ callee, arguments: given, start, end }: Node, say: (noun: string) => void, text: string) {
  const noun = (given as Node[])[1]
  if (!isNode(callee) || callee.name !== 'counted' || noun?.type !== 'Literal') return
  if (!/(s|people|children|answered)\b/.test(String(noun.value))) say(text.slice(start, end))
}

type Look = (value: unknown, after: string, at: number) => void

function inTemplate({ quasis, expressions }: Node, look: Look) {
  const texts = quasis as { value: { cooked: string | null } }[]
  for (const [i, value] of (expressions as Node[]).entries()) look(value, texts[i + 1]!.value.cooked ?? '', value.start)
}

function inElement({ children }: Node, look: Look) {
  // A space at the end of a line is an expression of its own.
  const all = (children as Node[]).filter(child => !isSpace(child))
  for (const [i, child] of all.entries()) {
    const next = all[i + 1]
    if (child.type !== 'JSXExpressionContainer' || next?.type !== 'JSXText') continue
    look(child.expression, next.value as string, child.start)
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const isSpace = ({ type, expression }: Node) =>
  type === 'JSXExpressionContainer' && isNode(expression) && expression.value === ' '

const isSql = ({ type, tag }: Node) =>
  type === 'TaggedTemplateExpression' && isNode(tag) && (tag.name === 'sql' || tag.name === 'css')

/** Where another text is shown for one, or where one can't be: a condition asked before, or `many` beside `one`. */
function isOther({ type, name, test, left, operator }: Node, text: string): boolean {
  if (type === 'JSXAttribute') return isNode(name) && name.name === 'many'
  const asked =
    type === 'ConditionalExpression' ? test : type === 'LogicalExpression' && operator === '&&' ? left : null
  return isNode(asked) && /(===?|!==?|>=?|<=?) '?[1-9]\b/.test(text.slice(asked.start, asked.end))
}

/** Whatever is no sentence and no bound may be a number, and this number may be 1. */
const mayBeOne = (value: Node, text: string) => !bound.test(text.slice(value.start, value.end))
