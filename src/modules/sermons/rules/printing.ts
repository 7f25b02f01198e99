import type { DocumentText } from '#documents/rules/text.ts'
import { editionById } from '#scripture/rules/editions.ts'
import { type Block, blockText, type Section, type SermonDocument } from './document.ts'

interface Printed {
  title: string
  bibleVerse: string
  theme: string
  speaker: string
  edition: string
}

/** What was made of a block for people who listen; the slot of a story is for the preacher alone. */
const line = (block: Block): DocumentText =>
  block.kind === 'verse' || block.kind === 'quote'
    ? { kind: 'quote', text: blockText(block) }
    : { kind: block.kind === 'question' ? 'item' : 'paragraph', text: block.text }

/** A manuscript, or its outline: headings, passages and questions. */
export function printed(
  about: Printed,
  { bigIdea, sections }: SermonDocument,
  part: 'manuscript' | 'outline',
): DocumentText[] {
  const kept = ({ blocks }: Section) =>
    part === 'manuscript' ? blocks : blocks.filter(({ kind, origin }) => origin === 'passage' || kind === 'question')
  return [
    { kind: 'title', text: about.title },
    { kind: 'subtitle', text: [about.bibleVerse, about.theme, about.speaker].filter(Boolean).join(' · ') },
    { kind: 'paragraph', text: bigIdea },
    ...sections.flatMap((section): DocumentText[] => [
      { kind: 'heading', text: section.title },
      ...kept(section).map(line),
    ]),
    { kind: 'note', text: `Scripture: ${editionById(about.edition).credit}.` },
  ]
}
