import type { EditionId } from '#scripture/rules/editions.ts'
import { DIVINE, type Features, featuresOf, isContent, keyPhrase } from '#scripture/rules/features.ts'
import type { Passage, VerseText } from '#scripture/rules/passage.ts'
import { randomOf } from '#scripture/rules/random.ts'
import { movementsIn } from '#scripture/rules/segments.ts'
import { nameOf } from '#scripture/rules/verses.ts'
import { wordsOf } from '#scripture/rules/words.ts'
import { type Block, PACE, type Section, type SermonDocument, wordsIn } from './document.ts'
import { type Audience, type Length, minutesOf, movementsOf, type Tone } from './options.ts'
import * as phrases from './phrases.ts'
import { quotationsFor } from './quotations.ts'
import { Writer } from './writer.ts'

export interface Reference {
  id: number
  name: string
  text: string
}
/** Everything that a sermon may be made of. */
export interface Material {
  passages: readonly Passage[]
  /** Cross-references of the passage, the nearest first; `of` is a verse of it. */
  references: readonly (Reference & { of: number })[]
  /** Those of the chapters around it, for what the passage's own don't fill. */
  further: readonly Reference[]
  /** Verses of one of the benedictions. */
  blessing: Reference | null
  edition: EditionId
}
export interface Wishes {
  theme: string
  audience: Audience
  length: Length
  tone: Tone
  includeStories: boolean
  includeQuotes: boolean
  /** The same for the same sermon; another one writes it differently. */
  seed: string
}

/** Words that a sermon of this length has. */
export const targetOf = (length: Length): number => Math.round(minutesOf[length] * PACE)

interface Movement {
  verses: VerseText[]
  name: string
  phrase: string
  features: Features
  blocks: Block[]
}
interface Scene {
  writer: Writer
  material: Material
  wishes: Wishes
  name: string
}

/** A sermon from the passage's own words, its cross-references and the engine's sentences, and nothing invented. */
export function compose(material: Material, wishes: Wishes): SermonDocument {
  const writer = new Writer(randomOf(wishes.seed))
  const name = material.passages.map(passage => passage.name).join('; ')
  const scene = { writer, material, wishes, name }
  const movements = outline(scene)
  const introduction = introductionOf(scene)
  for (const movement of movements) open(scene, movement, movements.length)
  const end = [...endOf(scene, movements)]
  const document = (): SermonDocument => ({
    bigIdea: bigIdeaOf(scene, movements),
    sections: [introduction, ...movements.map(sectionOf), ...end],
  })
  fillUp(scene, movements, () => wordsIn(document()))
  return document()
}

const sectionOf = ({ phrase, name, blocks }: Movement, at: number): Section => ({
  id: `movement-${at + 1}`,
  kind: 'movement',
  title: `${at + 1}. “${phrase}” (${name})`,
  blocks,
})

/** At most this share of a sermon is the passage itself, read aloud. */
const READ_ALOUD = 0.4

function outline({ material, wishes }: Scene): Movement[] {
  const taken = new Set<string>()
  return movementsIn(material.passages, movementsOf[wishes.length]).map(verses => {
    const name = nameOf({ from: verses[0]!.id, to: verses.at(-1)!.id })
    const phrase = keyPhrase(verses, taken)?.text ?? firstWords(verses[0]!.text)
    taken.add(phrase)
    return { verses, name, phrase, features: featuresOf(verses), blocks: [] }
  })
}
const firstWords = (text: string) =>
  text
    .replace(/[“”"]/g, '')
    .split(/[,;:.!?]/)[0]!
    .split(/\s+/)
    .slice(0, 8)
    .join(' ')

const bigIdeaOf = ({ wishes, name }: Scene, movements: Movement[]) =>
  `${name} on ${wishes.theme}: “${movements[0]?.phrase ?? ''}”.`

function introductionOf({ writer, wishes, name }: Scene): Section {
  const slots = { passage: name, theme: wishes.theme }
  const blocks = [writer.phrase(phrases.openings[wishes.tone], slots), writer.phrase(phrases.themeSentences, slots)]
  return {
    id: 'introduction',
    kind: 'introduction',
    title: 'Introduction',
    blocks: blocks.filter(text => text !== undefined).map(text => writer.block('text', 'engine', text)),
  }
}

/** What a movement begins with: its words, what stands out in them, a story's place and a first application. */
function open(scene: Scene, movement: Movement, count: number): void {
  const { writer, wishes, material } = scene
  const { verses, features, blocks, phrase, name } = movement
  const most = (targetOf(wishes.length) * READ_ALOUD) / count
  for (const stretch of readable(verses, most)) {
    const text = stretch.map(one => one.text).join(' ')
    const reference = nameOf({ from: stretch[0]!.id, to: stretch.at(-1)!.id })
    const block = writer.verse(text, reference, material.edition, 'passage')
    if (block) blocks.push(block)
  }
  push(scene, blocks, writer.phrase(phrases.explanations, {}))
  for (const text of noticed(writer, features)) push(scene, blocks, text)
  const slots = { phrase, ref: name, theme: wishes.theme }
  if (wishes.includeStories) {
    const story = writer.phrase(phrases.stories, slots)
    if (story) blocks.push(writer.block('story', 'engine', story))
  }
  const application = writer.phrase(phrases.applications[wishes.audience], slots)
  if (application) blocks.push(writer.block('application', 'engine', application))
}

function push({ writer }: Scene, blocks: Block[], text: string | undefined): void {
  if (text) blocks.push(writer.block('text', 'engine', text))
}

/** All of it where there is time; else its beginning and the verses with the most in them. */
function readable(verses: VerseText[], most: number): VerseText[][] {
  const size = (list: readonly VerseText[]) => list.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  if (size(verses) <= most) return [verses]
  const weight = ({ text }: VerseText) => wordsOf(text).filter(({ key }) => isContent(key)).length
  const chosen = new Set<VerseText>()
  let left = most
  for (const verse of [verses[0]!, ...verses.toSorted((a, b) => weight(b) - weight(a))]) {
    const words = size([verse])
    if (chosen.has(verse) || (words > left && chosen.size > 0)) continue
    chosen.add(verse)
    left -= words
  }
  const stretches: VerseText[][] = []
  for (const [at, verse] of verses.entries()) {
    if (!chosen.has(verse)) continue
    const follows = at > 0 && chosen.has(verses[at - 1]!) && stretches.length > 0
    if (follows) stretches.at(-1)!.push(verse)
    else stretches.push([verse])
  }
  return stretches
}

function noticed(writer: Writer, { repeated, commands, promises, contrasts, reasons, questions, names }: Features) {
  const first = <T>(list: readonly T[], say: (one: T) => string | undefined) => {
    for (const one of list) {
      const text = say(one)
      if (text) return [text]
    }
    return []
  }
  return [
    ...first(repeated, one => writer.phrase(phrases.repeated, { ...one })),
    ...first(commands, one => writer.phrase(phrases.commands, { ...one })),
    ...first(promises, one => writer.phrase(phrases.promises, { ...one })),
    ...first(contrasts, one => writer.phrase(phrases.contrasts, { ...one })),
    ...first(reasons, one => writer.phrase(phrases.reasons, { ...one })),
    ...first(questions, one => writer.phrase(phrases.questions, { ...one })),
    ...(names.length > 1
      ? first([names], list => writer.phrase(phrases.names, { names: joined(list.slice(0, 4)) }))
      : []),
  ]
}
const joined = (list: string[]) => new Intl.ListFormat('en-US').format(list)

function endOf({ writer, wishes, name, material }: Scene, movements: Movement[]): Section[] {
  const slots = { passage: name, theme: wishes.theme, phrase: movements[0]?.phrase ?? '' }
  const text = (list: readonly string[]) => writer.phrase(list, slots)
  const lines = (list: (string | undefined)[]) =>
    list.filter(one => one !== undefined).map(one => writer.block('text', 'engine', one))
  const quote = wishes.includeQuotes ? quotationsFor(wishes.theme)[0] : undefined
  const quoted =
    quote && writer.block('quote', 'quotation', `“${quote.text}” ${quote.author}, ${quote.work} (${quote.year})`)
  const summary = `We have heard ${joined(movements.map(({ phrase, name: at }) => `“${phrase}” (${at})`))}.`
  const { blessing } = material
  const blessed = blessing && writer.verse(blessing.text, blessing.name, material.edition, 'cross_reference')
  const ends: Section[] = [
    {
      id: 'conclusion',
      kind: 'conclusion',
      title: 'Conclusion',
      blocks: [
        ...lines([text(phrases.closings[wishes.tone]), summary]),
        ...(quoted ? [quoted] : []),
        ...lines([text(phrases.endings)]),
      ],
    },
    { id: 'prayer', kind: 'prayer', title: 'Prayer', blocks: lines(phrases.prayers.map(one => text([one]))) },
    { id: 'benediction', kind: 'benediction', title: 'Benediction', blocks: blessed ? [blessed] : [] },
    {
      id: 'questions',
      kind: 'questions',
      title: 'Questions to talk about',
      blocks: phrases.discussion.map(one => writer.block('question', 'engine', text([one]) ?? one)),
    },
  ]
  return ends.filter(({ blocks }) => blocks.length > 0)
}

/** Brings in cross-references and applications, one movement after the other, until the sermon is as long as wished. */
function fillUp(scene: Scene, movements: Movement[], length: () => number): void {
  const target = targetOf(scene.wishes.length)
  const own = movements.map(({ verses }) => {
    const ids = new Set(verses.map(({ id }) => id))
    return scene.material.references.filter(one => ids.has(one.of))
  })
  const further = [...scene.material.further]
  for (let turn = 0, idle = 0; length() < target * 0.97 && idle < movements.length; turn++) {
    const movement = movements[turn % movements.length]!
    const reference = own[turn % movements.length]!.shift() ?? further.shift()
    if (reference) idle = addReference(scene, movement, reference) ? 0 : idle
    else idle++
    if (turn >= movements.length * 3 && turn % (movements.length * 2) === 0) addThought(scene, movement)
  }
}

function addReference({ writer, material }: Scene, { blocks, verses }: Movement, { name, text }: Reference): boolean {
  const verse = writer.verse(text, name, material.edition, 'cross_reference')
  const intro = verse && writer.again(phrases.references, { ref: name })
  if (!verse || !intro) return false
  const own = new Set(verses.flatMap(one => wordsOf(one.text).map(({ key }) => key)))
  const word = wordsOf(text)
    .map(({ key }) => key)
    .find(key => isContent(key) && !DIVINE.has(key) && own.has(key))
  const after = (word && writer.again(phrases.shared, { word })) ?? writer.phrase(phrases.unshared, {})
  const added = [
    writer.block('text', 'engine', intro),
    verse,
    ...(after ? [writer.block('text', 'engine', after)] : []),
  ]
  // Before what the movement ends with: the story's place and the application.
  const at = blocks.findIndex(({ kind }) => kind === 'story' || kind === 'application')
  blocks.splice(at < 0 ? blocks.length : at, 0, ...added)
  return true
}

function addThought(scene: Scene, { blocks, phrase, name }: Movement): void {
  const { writer, wishes } = scene
  const thought = writer.phrase(phrases.applications[wishes.audience], { phrase, ref: name, theme: wishes.theme })
  if (thought) blocks.push(writer.block('application', 'engine', thought))
  push(scene, blocks, writer.phrase(phrases.explanations, {}))
}
