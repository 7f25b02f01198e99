import { parseSync } from 'vite'

/** A piece of running text in a file: a comment, or text that a program shows or a document says. */
export interface Prose {
  kind: 'comment' | 'text'
  line: number
  text: string
}

interface Node {
  type: string
  start: number
  [field: string]: unknown
}

/** @returns the running text of a document, a data file or a program, without code, SQL and names */
export function proseIn(file: string, text: string): Prose[] {
  if (/\.(json|csv|css)$/.test(file)) return byLine(text)
  if (file.endsWith('.md')) return byLine(withoutCode(text))
  return proseOfProgram(file, text)
}

/** Code blocks, code marks and the targets of links are names, not words. Lines keep their numbers. */
function withoutCode(text: string): string {
  return withoutMarks(text.replace(/^```[\s\S]*?^```$/gm, block => block.replace(/[^\n]/g, ''))).replace(
    /\]\([^)\n]*\)/g,
    ']',
  )
}

const withoutMarks = (text: string) => text.replace(/`[^`\n]*`/g, '``')

function byLine(text: string): Prose[] {
  return text.split('\n').map((line, index) => ({ kind: 'text', line: index + 1, text: line }))
}

function proseOfProgram(file: string, text: string): Prose[] {
  const { program, comments } = parseSync(file, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const pieces: Prose[] = comments.map(({ start, value }) => ({
    kind: 'comment',
    line: lineAt(start),
    text: withoutMarks(value).replace(/\n\s*\*/g, '\n'),
  }))
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one)
    if (!isNode(node) || node.type === 'ImportDeclaration' || isSql(node)) return
    const said = textOf(node)
    if (said && isSentence(said)) pieces.push({ kind: 'text', line: lineAt(node.start), text: said })
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value)
  }
  walk(program)
  return pieces
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Values inside of it are still code, and hold no sentences. */
const isSql = (node: Node) => node.type === 'TaggedTemplateExpression' && (node.tag as { name?: string }).name === 'sql'

/** One lowercase word is a key, a tag or a class; SQL and markup are code. */
const isSentence = (text: string) =>
  /^\s*[A-Z][a-z]|\s/.test(text) && !/^\s*(select|insert|update|delete|with \w+ as|create|alter)\b|\w::\w/i.test(text)

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return node.value as string
  if (node.type !== 'TemplateLiteral') return undefined
  // The whole of a template, so that a phrase is found on both sides of what is put in.
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')
}
