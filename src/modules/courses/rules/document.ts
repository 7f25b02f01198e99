import { z } from 'zod'

/** What TipTap calls a node: its JSON, held against the short list of what a lesson may contain. */
export interface DocNode {
  type: string
  attrs?: Record<string, unknown> | undefined
  content?: DocNode[] | undefined
  text?: string | undefined
  marks?: { type: string; attrs?: Record<string, unknown> | undefined }[] | undefined
}
export interface Doc {
  type: 'doc'
  content: DocNode[]
}

export const calloutTones = ['note', 'tip', 'caution'] as const
export type CalloutTone = (typeof calloutTones)[number]
export const calloutNames: Record<CalloutTone, string> = { note: 'Note', tip: 'Tip', caution: 'Caution' }

const nodes = [
  'paragraph',
  'heading',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'horizontalRule',
  'hardBreak',
  'text',
  'image',
  'callout',
  'verse',
] as const
const marks = ['bold', 'italic', 'underline', 'strike', 'code', 'link'] as const
/** Deeper nesting comes from programs, not from people who write. */
const DEEPEST = 12
const MOST_CHARACTERS = 100_000

/** Web pages and mail; `javascript:` and the like are no links. */
export const isSafeLink = (href: unknown): href is string =>
  typeof href === 'string' && href.length <= 2_000 && /^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(href)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is wrong with a node and those in it, by its shape and by what it is; undefined where nothing is. */
function problemOf(node: unknown, depth: number): string | undefined {
  if (depth > DEEPEST) return 'This text is nested too deeply'
  if (!isRecord(node) || typeof node.type !== 'string') return 'This text can’t be read'
  if (!(nodes as readonly string[]).includes(node.type)) return `Lessons can’t contain “${node.type.slice(0, 40)}”`
  const { text, attrs, content = [] } = node
  const isShaped = (text === undefined || typeof text === 'string') && (attrs === undefined || isRecord(attrs))
  if (!isShaped || !Array.isArray(content)) return 'This text can’t be read'
  const problem = problemOfMarks(node.marks)
  if (problem) return problem
  for (const child of content) {
    const inside = problemOf(child, depth + 1)
    if (inside) return inside
  }
}

function problemOfMarks(given: unknown): string | undefined {
  if (given === undefined) return
  if (!Array.isArray(given) || given.length > 8) return 'This text can’t be read'
  for (const mark of given) {
    if (!isRecord(mark) || !(marks as readonly unknown[]).includes(mark.type))
      return 'This text has formatting that lessons don’t support'
    if (mark.type === 'link' && !isSafeLink(isRecord(mark.attrs) ? mark.attrs.href : undefined))
      return 'A link has to begin with https://'
  }
}

/** Checked whole by `problemOf`: what a program that reads the API sees is that these are nodes of TipTap. */
const Nodes = z.array(z.record(z.string(), z.unknown())).max(2_000) as unknown as z.ZodType<DocNode[]>

export const Doc = z.object({ type: z.literal('doc'), content: Nodes }).superRefine((doc, check) => {
  const problem = doc.content.map(node => problemOf(node, 1)).find(Boolean)
  if (problem) check.addIssue({ code: 'custom', message: problem })
  if (JSON.stringify(doc).length > MOST_CHARACTERS) check.addIssue({ code: 'custom', message: 'This text is too long' })
})

export const emptyDoc = (): Doc => ({ type: 'doc', content: [] })

/** Paragraphs of plain text as a document. */
export const docOf = (text: string): Doc => ({
  type: 'doc',
  content: text
    .split(/\n{2,}/)
    .filter(part => part.trim())
    .map(part => ({ type: 'paragraph', content: [{ type: 'text', text: part.trim() }] })),
})

/** All nodes, in reading order. */
export const allNodes = (all: readonly DocNode[]): DocNode[] =>
  all.flatMap(node => [node, ...allNodes(node.content ?? [])])

/** The words alone, for search and for reading times. */
export const plainText = (doc: Doc): string =>
  allNodes(doc.content)
    .flatMap(({ type, text, attrs }) =>
      type === 'text' ? [text ?? ''] : type === 'verse' ? [String(attrs?.reference ?? '')] : [],
    )
    .join(' ')

export const isBlank = (doc: Doc): boolean =>
  !allNodes(doc.content).some(
    ({ type, text }) => type === 'image' || type === 'verse' || (type === 'text' && text?.trim()),
  )

const refOf = ({ attrs }: DocNode) => String(attrs?.reference ?? '').slice(0, 200)
export const versesOf = (doc: Doc): string[] =>
  allNodes(doc.content)
    .filter(({ type }) => type === 'verse')
    .map(refOf)

/** Ids of the pictures in it. */
export const picturesOf = (doc: Doc): string[] =>
  allNodes(doc.content).flatMap(({ type, attrs }) =>
    type === 'image' && typeof attrs?.fileId === 'string' ? [attrs.fileId] : [],
  )

/** Minutes it takes to read, at 220 words a minute; at least one. */
export const readingMinutes = (doc: Doc): number =>
  Math.max(1, Math.round(plainText(doc).split(/\s+/).filter(Boolean).length / 220))
