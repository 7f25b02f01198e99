import type { EditionId } from '#scripture/rules/editions.ts'
import { type Replacement, replaceQuotation } from '#scripture/rules/replacing.ts'

export const sectionKinds = ['introduction', 'movement', 'conclusion', 'prayer', 'benediction', 'questions'] as const
export type SectionKind = (typeof sectionKinds)[number]
export const blockKinds = ['text', 'verse', 'story', 'quote', 'application', 'question'] as const
export type BlockKind = (typeof blockKinds)[number]
/** Who wrote a block. */
export const origins = ['passage', 'cross_reference', 'engine', 'model', 'quotation', 'you'] as const
export type Origin = (typeof origins)[number]
export const originNames: Record<Origin, string> = {
  passage: 'Passage',
  cross_reference: 'Cross-reference',
  engine: 'Built-in engine',
  model: 'AI model',
  quotation: 'Quotation',
  you: 'You',
}

export interface Block {
  id: string
  kind: BlockKind
  text: string
  origin: Origin
  /** Of a verse block: where its words are stored. */
  reference?: string | undefined
  edition?: EditionId | undefined
}
export interface Section {
  id: string
  kind: SectionKind
  title: string
  blocks: Block[]
}
export interface SermonDocument {
  /** The sermon in one sentence. */
  bigIdea: string
  sections: Section[]
  /** Which model wrote what has its origin, and why not all; absent where none was asked. */
  writing?: { model: string; problem: string } | undefined
}

/** Words that a person wrote or changed: writing the section again would replace them. */
export const ownWords = ({ blocks }: Section): string[] =>
  blocks.flatMap(({ origin, text }) => (origin === 'you' && text.trim() ? [text.trim()] : []))

/** Titles of the sections with such words. */
export const ownSections = ({ sections }: Pick<SermonDocument, 'sections'>): string[] =>
  sections.filter(section => ownWords(section).length > 0).map(({ title }) => title)

/** Words a minute at a calm pace. */
export const PACE = 130

const countWords = (text: string): number => text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length

/** What is spoken: not the questions for afterwards, and not the slots for a story of one's own. */
export const wordsOfSection = ({ kind, title, blocks }: Section): number =>
  kind === 'questions'
    ? 0
    : countWords(title) + blocks.reduce((sum, one) => sum + (one.kind === 'story' ? 0 : countWords(one.text)), 0)
export const wordsIn = ({ sections }: Pick<SermonDocument, 'sections'>): number =>
  sections.reduce((sum, section) => sum + wordsOfSection(section), 0)
export const secondsOf = (words: number): number => Math.round((words / PACE) * 60)
/** `4:05` */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** The whole document as text, with quotations that a verifier can read. */
export function textOf({ sections }: SermonDocument): string {
  return sections
    .flatMap(({ title, blocks }) => [title, ...blocks.map(blockText)])
    .filter(Boolean)
    .join('\n\n')
}

export const blockText = ({ kind, text, reference }: Block): string =>
  kind === 'verse' ? `“${text.replace(/[“”]/g, '"')}” (${reference})` : text

/** The document with the stored words in place of a quotation; null where it is not there any more. */
export function replaceInDocument(document: SermonDocument, replacement: Replacement): SermonDocument | null {
  let isDone = false
  const change = (text: string, isVerse = false) => {
    const changed = isDone ? null : replaceQuotation(text, replacement, isVerse)
    if (changed !== null) isDone = true
    return changed
  }
  const sections = document.sections.map(section => ({
    ...section,
    title: change(section.title) ?? section.title,
    blocks: section.blocks.map((block): Block => {
      const text = change(block.text, block.kind === 'verse')
      if (text === null) return block
      return block.kind === 'verse'
        ? { ...block, text, edition: replacement.edition }
        : { ...block, text, origin: 'you' }
    }),
  }))
  return isDone ? { ...document, sections } : null
}
