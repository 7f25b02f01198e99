import type { BookNote, PersonNote } from '#scripture/rules/notes.ts'
import { groupOf } from '#scripture/rules/notes.ts'
import type { Passage, VerseText } from '#scripture/rules/passage.ts'
import { randomOf } from '#scripture/rules/random.ts'
import { Sentences } from '#scripture/rules/sentences.ts'
import type { Quoted, Resource, Section, SectionType, StudyDocument } from './document.ts'
import { divideMinutes } from './minutes.ts'
import { type Audience, type Difficulty, DURATION, type EditionId, questionsOf, type StudyFormat } from './options.ts'
import * as phrases from './phrases.ts'
import { Asker, termsIn } from './questions.ts'

/** Verses on one side of a subject. */
export interface Part {
  title: string
  verses: Quoted[]
}
/** Everything that a study may be made of. */
export interface Material {
  /** At least one, with words. */
  passages: readonly Passage[]
  /** Cross-references of the passage, the nearest first. */
  references: readonly Quoted[]
  book: { name: string; note: BookNote; keyVerse: Quoted | null } | null
  /** What the topical index has on the title. */
  topic: { name: string; parts: readonly Part[] } | null
  /** Whose life is followed: strength, failure and turning point with their verses. */
  person: { note: PersonNote; points: readonly Part[] } | null
  resources: readonly Resource[]
  edition: EditionId
}
export interface Wishes {
  title: string
  audience: Audience
  difficulty: Difficulty
  minutes: number
  format: StudyFormat
  includeQuestions: boolean
  /** The same for the same study; another one writes it differently. */
  seed: string
}

interface Scene {
  material: Material
  wishes: Wishes
  writer: Sentences
  asker: Asker
  counts: Counts
  name: string
  verses: readonly VerseText[]
}
type Draft = Omit<Section, 'id' | 'minutes'> & { share: number }
interface Own extends Partial<Pick<Draft, 'content' | 'verses' | 'questions'>> {
  title: string
  /** Sentences to open with, and advice to the leader: one of each is chosen. */
  intro: readonly string[]
  notes: readonly string[]
}

interface Counts {
  observation: number
  interpretation: number
  application: number
  context: number
}
/** How many questions each part asks, the icebreaker not counted. */
export function countsOf({ difficulty, minutes }: Pick<Wishes, 'difficulty' | 'minutes'>): Counts {
  const [least, most] = questionsOf[difficulty]
  const along = (minutes - DURATION.least) / (DURATION.most - DURATION.least)
  const total = Math.round(least + (most - least) * along)
  const context = difficulty === 'beginner' ? 0 : 1
  const observation = Math.round(total * (difficulty === 'beginner' ? 0.6 : 0.3))
  const application = Math.max(1, Math.round(total * (difficulty === 'beginner' ? 0.2 : 0.3)))
  return {
    context,
    observation,
    application,
    interpretation: Math.max(0, total - 1 - context - observation - application),
  }
}

/** A study from the passage, its cross-references and our own notes; every question names the verse that answers it. */
export function compose(material: Material, wishes: Wishes): StudyDocument {
  const writer = new Sentences(randomOf(wishes.seed))
  const verses = material.passages.flatMap(passage => passage.verses)
  const name = material.passages.map(passage => passage.name).join('; ')
  const asker = new Asker(verses, writer)
  const scene: Scene = { material, wishes, writer, asker, verses, name, counts: countsOf(wishes) }
  for (const passage of material.passages) writer.claim(textOfPassage(passage))
  const slots = { passage: name, title: wishes.title, minutes: wishes.minutes }
  const description = writer.phrase(phrases.descriptions, slots) ?? ''
  const drafts = formats[wishes.format](scene)
  const minutes = divideMinutes(
    wishes.minutes,
    drafts.map(({ share }) => share),
  )
  return {
    description,
    scripture: material.passages.map((passage, i) => ({
      id: `s${i + 1}`,
      reference: passage.name,
      text: textOfPassage(passage),
      edition: material.edition,
    })),
    sections: drafts.map(({ share: _, ...draft }, i) => ({
      ...draft,
      id: `part-${i + 1}`,
      minutes: minutes[i]!,
      questions: wishes.includeQuestions ? draft.questions : [],
    })),
    resources: [...material.resources],
  }
}
const textOfPassage = ({ verses }: Passage) => verses.map(({ text }) => text).join(' ')

const formats: Record<StudyFormat, (scene: Scene) => Draft[]> = {
  inductive: scene => [
    introduction(scene),
    context(scene),
    observation(scene),
    interpretation(scene),
    application(scene),
  ],
  topical: scene => [introduction(scene), ...subject(scene), application(scene)],
  character: scene => [introduction(scene), life(scene), observation(scene), character(scene), application(scene)],
  book: scene => [introduction(scene), context(scene), outline(scene), interpretation(scene), application(scene)],
}

function draft(scene: Scene, type: SectionType, share: number, { title, intro, notes, ...own }: Own): Draft {
  const opening = scene.writer.phrase(intro, { passage: scene.name, title: scene.wishes.title })
  return {
    type,
    share,
    title,
    verses: own.verses ?? [],
    questions: own.questions ?? [],
    content: [opening, own.content].filter(Boolean).join('\n\n'),
    notes: scene.writer.phrase(notes, {}) ?? '',
  }
}

const introduction = (scene: Scene): Draft =>
  draft(scene, 'introduction', 10, {
    title: 'Introduction',
    intro: phrases.welcomes,
    notes: phrases.welcomeNotes,
    questions: scene.asker.icebreaker(scene.wishes.audience, scene.wishes.title.replace(/[.?!…]+$/, '')),
  })

function context(scene: Scene): Draft {
  const { material, asker, counts } = scene
  return draft(scene, 'context', 15, {
    title: 'Context',
    intro: phrases.contextIntros,
    notes: phrases.contextNotes,
    content: bookLines(scene),
    verses: quoted(scene, material.book?.keyVerse ? [material.book.keyVerse] : []),
    questions: asker.context(counts.context),
  })
}

function bookLines({ material: { book }, verses }: Scene): string {
  if (!book) return ''
  const { author, date, readers, purpose } = book.note
  const group = groupOf(book.note, verses[0]!.id)
  return [
    `${book.name}. Author: ${author}. Time: ${date}. First readers: ${readers}.`,
    `Purpose: ${purpose}.`,
    group ? `Our passage stands in the part “${group.title}” (${chapters(group)}).` : '',
  ]
    .filter(Boolean)
    .join('\n')
}
const chapters = ({ from, to }: { from: number; to: number }) =>
  from === to ? `chapter ${from}` : `chapters ${from} to ${to}`

function observation(scene: Scene, most = scene.counts.observation): Draft {
  const { wishes, verses, asker } = scene
  const words = wishes.difficulty === 'beginner' ? termsIn(verses) : []
  return draft(scene, 'observation', wishes.difficulty === 'beginner' ? 35 : 25, {
    title: 'Observation',
    intro: phrases.observationIntros,
    notes: phrases.observationNotes,
    content: words.map(({ word, meaning }) => `“${word}”: ${meaning}.`).join('\n'),
    questions: asker.observation(most),
  })
}

/** Verses that stand in the study already are not printed a second time. */
const quoted = ({ writer }: Scene, verses: readonly Quoted[]) => verses.filter(({ text }) => writer.claim(text))

const REFERENCES: Record<Difficulty, number> = { beginner: 2, intermediate: 3, advanced: 4 }

function interpretation(scene: Scene): Draft {
  const { material, wishes, asker, counts } = scene
  const verses = quoted(scene, material.references.slice(0, 12)).slice(0, REFERENCES[wishes.difficulty])
  return draft(scene, 'interpretation', 25, {
    title: 'Interpretation',
    intro: phrases.interpretationIntros,
    notes: phrases.interpretationNotes,
    verses,
    questions: asker.interpretation(
      counts.interpretation,
      verses.map(({ reference }) => reference),
    ),
  })
}

const application = (scene: Scene): Draft =>
  draft(scene, 'application', 25, {
    title: 'Application',
    intro: phrases.applicationIntros,
    notes: phrases.applicationNotes,
    questions: scene.asker.application(scene.counts.application, scene.wishes.audience),
  })

/** What the passage says on the subject and then the topical index, a part for each side; else its cross-references. */
function subject(scene: Scene): Draft[] {
  const { material, counts } = scene
  const parts = material.topic?.parts ?? groups(material.references)
  const all = counts.observation + counts.interpretation + counts.context
  const own = Math.max(1, Math.ceil(all / 2), all - 4 * parts.length)
  const share = (i: number) => Math.floor((all - own + i) / parts.length)
  return [observation(scene, own), ...parts.map((part, i) => partOf(scene, part, share(i), parts.length))]
}

function partOf(scene: Scene, part: Part, most: number, count: number): Draft {
  const verses = quoted(scene, part.verses)
  const asked = scene.asker.compare(
    most,
    verses.map(({ reference }) => reference),
  )
  return draft(scene, 'interpretation', 45 / count, {
    title: part.title,
    intro: phrases.partIntros,
    notes: phrases.interpretationNotes,
    verses,
    questions: [...asked, ...scene.asker.interpretation(most - asked.length, [])],
  })
}
const groups = (references: readonly Quoted[]): Part[] =>
  ['Verses that say the same', 'Verses that say more', 'Verses from farther away'].map((title, i) => ({
    title,
    verses: references.slice(i * 2, i * 2 + 2),
  }))

function life(scene: Scene): Draft {
  const { material, asker, counts } = scene
  const note = material.person!.note
  return draft(scene, 'context', 20, {
    title: `Who was ${note.name}?`,
    intro: phrases.contextIntros,
    notes: phrases.contextNotes,
    content: [`${note.name}: ${note.about}.`, ...note.timeline.map(({ name, title }) => `${name}: ${title}`)].join(
      '\n',
    ),
    questions: asker.context(counts.context),
  })
}

function character(scene: Scene): Draft {
  const { material, asker, counts } = scene
  const { note, points } = material.person!
  const verses = quoted(
    scene,
    points.flatMap(point => point.verses),
  )
  return draft(scene, 'interpretation', 25, {
    title: `What made ${note.name} who ${note.name} was`,
    intro: phrases.interpretationIntros,
    notes: phrases.interpretationNotes,
    verses,
    content: points.map(({ title, verses: [verse] }) => `${title} (${verse?.reference})`).join('\n'),
    questions: asker.interpretation(
      counts.interpretation,
      verses.map(({ reference }) => reference),
    ),
  })
}

function outline(scene: Scene): Draft {
  const { material, asker, counts } = scene
  const note = material.book?.note
  const list = note ? note.outline.map(group => `${title(chapters(group))}: ${group.title}`) : []
  return draft(scene, 'observation', 25, {
    title: 'The book at a glance',
    intro: phrases.observationIntros,
    notes: phrases.observationNotes,
    content: [...list, ...(note ? planOf(note) : [])].join('\n'),
    questions: asker.observation(counts.observation),
  })
}
const title = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`

/** Four to eight weeks, each with its chapters. */
export function planOf({ outline }: BookNote): string[] {
  const last = outline.at(-1)!.to
  const weeks = Math.min(8, Math.max(Math.min(4, last), outline.length))
  const cuts = Array.from({ length: weeks }, (_, i) => Math.round((last * i) / weeks))
  return cuts.map((before, i) => {
    const to = cuts[i + 1] ?? last
    return `Week ${i + 1}: ${chapters({ from: before + 1, to })}`
  })
}
