import type { DocumentText } from '#documents/rules/text.ts'
import { editionById } from '#scripture/rules/editions.ts'
import { type Question, quotedText, type Section, type StudyDocument } from './document.ts'
import { type Difficulty, difficultyNames } from './options.ts'

export type Reader = 'leader' | 'participant'
interface Printed {
  title: string
  scripture: string
  duration: number
  difficulty: Difficulty
  edition: string
}
/** For an answer in one's own hand. */
const LINE = '_'.repeat(60)

/** A study for those who lead it, or the sheet for those who take part: without notes and answers, with lines to write on. */
export function printed(about: Printed, study: StudyDocument, reader: Reader): DocumentText[] {
  const { description, scripture, sections, resources } = study
  const minutes = `${about.duration} minutes`
  return [
    { kind: 'title', text: about.title },
    { kind: 'subtitle', text: [about.scripture, difficultyNames[about.difficulty], minutes].join(' · ') },
    ...paragraphs(description),
    { kind: 'heading', text: 'Scripture' },
    ...scripture.map((one): DocumentText => ({ kind: 'quote', text: quotedText(one) })),
    ...sections.flatMap(section => partOf(section, reader)),
    ...(reader === 'leader' && resources.length > 0
      ? [{ kind: 'heading' as const, text: 'Resources' }, ...resources.map(resourceLine)]
      : []),
    { kind: 'note', text: `Scripture: ${editionById(about.edition).credit}.` },
  ]
}

const paragraphs = (text: string): DocumentText[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map(one => ({ kind: 'paragraph', text: one }))

function partOf({ title, content, notes, minutes, verses, questions }: Section, reader: Reader): DocumentText[] {
  const isLeader = reader === 'leader'
  return [
    { kind: 'heading', text: isLeader ? `${title} (${minutes === 1 ? '1 minute' : `${minutes} minutes`})` : title },
    ...paragraphs(content),
    ...verses.map((one): DocumentText => ({ kind: 'quote', text: quotedText(one) })),
    ...(isLeader ? paragraphs(notes && `For the leader: ${notes}`) : []),
    ...questions.flatMap((question, i) => (isLeader ? forLeader(question, i) : forParticipant(question, i))),
  ]
}
const forLeader = ({ text, answer }: Question, i: number): DocumentText[] => [
  { kind: 'item', text: `${i + 1}. ${text}` },
  { kind: 'note', text: `Answer: ${answer}` },
]
const forParticipant = ({ text }: Question, i: number): DocumentText[] => [
  { kind: 'item', text: `${i + 1}. ${text}` },
  { kind: 'paragraph', text: LINE },
  { kind: 'paragraph', text: LINE },
]
const resourceLine = ({ title, description }: StudyDocument['resources'][number]): DocumentText => ({
  kind: 'item',
  text: [title, description].filter(Boolean).join(': '),
})
