import { parseSync } from 'vite'

/** A piece of running text: where it begins, and whether a program's reader or its user sees it. */
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

/** @returns the sentences of a document or of a program, without its code */
export function proseIn(file: string, text: string): Prose[] {
  if (/\.(json|csv)$/.test(file)) return byLine(text, line => line)
  if (file.endsWith('.md')) return byLine(withoutCode(text), line => line)
  if (file.endsWith('.css')) return comments(text)
  return proseOfProgram(file, text)
}

/** Code blocks, code marks and the targets of links are names, not words. Lines keep their numbers. */
function withoutCode(text: string): string {
  return text
    .replace(/^```[\s\S]*?^```$/gm, block => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '``')
    .replace(/\]\([^)\n]*\)/g, ']')
}

function byLine(text: string, toProse: (line: string) => string): Prose[] {
  return text.split('\n').map((line, index) => ({ kind: 'text', line: index + 1, text: toProse(line) }))
}

function comments(text: string): Prose[] {
  return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(found => ({
    kind: 'comment',
    line: text.slice(0, found.index).split('\n').length,
    text: found[0],
  }))
}

function proseOfProgram(file: string, text: string): Prose[] {
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const { program, comments: found } = parseSync(file, text)
  const pieces: Prose[] = found.map(comment => ({
    kind: 'comment',
    line: lineAt(comment.start),
    text: comment.value.replace(/`[^`\n]*`/g, '``'),
  }))
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one)
    if (!isNode(node) || node.type.startsWith('Import') || node.type.startsWith('Export') === false) {
      // Imports hold paths only.
    }
    if (!isNode(node) || node.type === 'ImportDeclaration') return
    const said = textOf(node)
    if (said !== undefined) pieces.push({ kind: 'text', line: lineAt(node.start), text: said })
    for (const value of Object.values(node)) if (value && typeof value === 'object') walk(value)
  }
  walk(program)
  return pieces
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return node.value as string
  // The whole of a template, so that a phrase is found on both sides of what is put in.
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { raw: string } }[]).map(q => q.value.raw).join('{}')
  return undefined
}
