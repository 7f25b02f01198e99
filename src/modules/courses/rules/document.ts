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

function problemOf(node: DocNode, depth: number): string | undefined {
  if (depth > DEEPEST) return 'This text is nested too deeply'
  if (!(nodes as readonly string[]).includes(node.type)) return `Lessons can’t contain “${node.type.slice(0, 40)}”`
  if (node.marks?.some(mark => !(marks as readonly string[]).includes(mark.type)))
    return 'This text has formatting that lessons don’t support'
  for (const mark of node.marks ?? [])
    if (mark.type === 'link' && !isSafeLink(mark.attrs?.href)) return 'A link has to begin with https://'
  for (const child of node.content ?? []) {
    const problem = problemOf(child, depth + 1)
    if (problem) return problem
  }
}

const Node: z.ZodType<DocNode> = z.lazy(() =>
  z.object({
    type: z.string().max(40),
    attrs: z.record(z.string().max(40), z.unknown()).optional(),
    content: z.array(Node).max(2_000).optional(),
    text: z.string().max(20_000).optional(),
    marks: z
      .array(z.object({ type: z.string().max(40), attrs: z.record(z.string().max(40), z.unknown()).optional() }))
      .max(8)
      .optional(),
  }),
)

export const Doc = z.object({ type: z.literal('doc'), content: z.array(Node).max(2_000) }).superRefine((doc, check) => {
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
export const walk = (all: readonly DocNode[]): DocNode[] => all.flatMap(node => [node, ...walk(node.content ?? [])])

/** The words alone, for search and for reading times. */
export const plainText = (doc: Doc): string =>
  walk(doc.content)
    .flatMap(({ type, text, attrs }) =>
      type === 'text' ? [text ?? ''] : type === 'verse' ? [String(attrs?.reference ?? '')] : [],
    )
    .join(' ')

export const isBlank = (doc: Doc): boolean =>
  !walk(doc.content).some(({ type, text }) => type === 'image' || type === 'verse' || (type === 'text' && text?.trim()))

const refOf = ({ attrs }: DocNode) => String(attrs?.reference ?? '').slice(0, 200)
export const versesOf = (doc: Doc): string[] =>
  walk(doc.content)
    .filter(({ type }) => type === 'verse')
    .map(refOf)

/** Ids of the pictures in it. */
export const picturesOf = (doc: Doc): string[] =>
  walk(doc.content).flatMap(({ type, attrs }) =>
    type === 'image' && typeof attrs?.fileId === 'string' ? [attrs.fileId] : [],
  )

/** Minutes it takes to read, at 220 words a minute; at least one. */
export const readingMinutes = (doc: Doc): number =>
  Math.max(1, Math.round(plainText(doc).split(/\s+/).filter(Boolean).length / 220))
