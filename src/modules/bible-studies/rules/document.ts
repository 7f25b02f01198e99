import type { EditionId } from '#scripture/rules/editions.ts'
import { type Replacement, replaceQuotation } from '#scripture/rules/replacing.ts'

export const sectionTypes = ['introduction', 'context', 'observation', 'interpretation', 'application'] as const
export type SectionType = (typeof sectionTypes)[number]
export const sectionNames: Record<SectionType, string> = {
  introduction: 'Introduction',
  context: 'Context',
  observation: 'Observation',
  interpretation: 'Interpretation',
  application: 'Application',
}
export const questionTypes = ['open', 'reflection', 'application'] as const
export type QuestionType = (typeof questionTypes)[number]
export const questionTypeNames: Record<QuestionType, string> = {
  open: 'Open',
  reflection: 'Reflection',
  application: 'Application',
}
export const resourceTypes = ['article', 'video'] as const

export interface Question {
  id: string
  text: string
  type: QuestionType
  /** The verse that answers it: `Romans 8:31`. */
  answer: string
}
/** Stored words that a section brings in beside the passage. */
export interface Quoted {
  reference: string
  text: string
  edition: EditionId
}
export interface Section {
  id: string
  type: SectionType
  title: string
  /** For everyone. */
  content: string
  /** For the leader alone. */
  notes: string
  minutes: number
  verses: Quoted[]
  questions: Question[]
}
export interface Scripture extends Quoted {
  id: string
}
export interface Resource {
  id: string
  title: string
  type: (typeof resourceTypes)[number]
  description: string
  /** An address within the product; null where there is none. */
  url: string | null
}
export interface StudyDocument {
  description: string
  /** The passage, as it is read aloud. */
  scripture: Scripture[]
  sections: Section[]
  resources: Resource[]
}

export const minutesIn = ({ sections }: Pick<StudyDocument, 'sections'>): number =>
  sections.reduce((sum, { minutes }) => sum + minutes, 0)
export const questionsIn = ({ sections }: Pick<StudyDocument, 'sections'>): Question[] =>
  sections.flatMap(({ questions }) => questions)

/** A quotation as the verifier reads it. */
export const quotedText = ({ text, reference }: Quoted): string => `“${text.replace(/[“”]/g, '"')}” (${reference})`

/** Everything that a study says, with its quotations and the verses of its answers. */
export const textOf = ({ description, scripture, sections }: StudyDocument): string =>
  [
    description,
    ...scripture.map(quotedText),
    ...sections.flatMap(({ title, content, notes, verses, questions }) => [
      title,
      content,
      notes,
      ...verses.map(quotedText),
      ...questions.flatMap(({ text, answer }) => [text, answer]),
    ]),
  ]
    .filter(Boolean)
    .join('\n\n')

/** The study with the stored words in place of a quotation; null where it is not there any more. */
export function replaceInDocument(document: StudyDocument, replacement: Replacement): StudyDocument | null {
  let isDone = false
  const change = (text: string, isVerse = false) => {
    const changed = isDone ? null : replaceQuotation(text, replacement, isVerse)
    if (changed !== null) isDone = true
    return changed ?? text
  }
  const quoted = <T extends Quoted>(one: T): T => {
    const text = change(one.text, true)
    return text === one.text ? one : { ...one, text, edition: replacement.edition }
  }
  const changed = {
    ...document,
    description: change(document.description),
    scripture: document.scripture.map(quoted),
    sections: document.sections.map(section => ({
      ...section,
      title: change(section.title),
      content: change(section.content),
      notes: change(section.notes),
      verses: section.verses.map(quoted),
      questions: section.questions.map(one => ({ ...one, text: change(one.text) })),
    })),
  }
  return isDone ? changed : null
}
