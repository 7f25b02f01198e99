import type { EditionId } from './editions.ts'
import type { VerseRange } from './verses.ts'

export interface VerseText {
  id: number
  /** `16`, or `16-17` for verses that the edition prints as one. */
  number: string
  chapter: number
  /** Chapter and verse as the edition counts them, where it counts otherwise. */
  label: string | null
  /** Whether a paragraph or stanza begins here. */
  opens: boolean
  /** One for prose; the lines of poetry. */
  lines: string[]
  text: string
}

export interface Passage extends VerseRange {
  /** `John 3:16-18` */
  name: string
  osis: string
  edition: EditionId
  abbreviation: string
  verses: VerseText[]
  /** Verses without words in this edition: `Acts 8:37`. */
  missing: string[]
}
