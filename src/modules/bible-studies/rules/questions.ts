import { type Features, featuresOf, isContent, keyPhrase } from '#scripture/rules/features.ts'
import type { VerseText } from '#scripture/rules/passage.ts'
import type { Sentences, Slots } from '#scripture/rules/sentences.ts'
import { nameOf } from '#scripture/rules/verses.ts'
import { wordsOf } from '#scripture/rules/words.ts'
import type { Question, QuestionType } from './document.ts'
import type { Audience } from './options.ts'
import * as phrases from './phrases.ts'

/** Asks about verses: each question once, and none without a verse that answers it. */
export class Asker {
  private readonly features: Features
  private readonly verses: readonly VerseText[]
  private readonly writer: Sentences
  private turn = 0
  private count = 0
  /** @param verses those that are read in the study; at least one */
  constructor(verses: readonly VerseText[], writer: Sentences) {
    this.verses = verses
    this.writer = writer
    this.features = featuresOf(verses)
  }

  private ask(type: QuestionType, list: readonly string[], slots: Slots & { at: string }, answer = slots.at) {
    const text = this.writer.phrase(list, slots)
    return text === undefined ? [] : [{ id: `q${++this.count}`, text, type, answer } satisfies Question]
  }

  /** Verses in turn, so that a study goes through all of its passage. */
  private next(): string {
    const step = Math.max(1, Math.floor(this.verses.length / 7))
    const verse = this.verses[(this.turn++ * step) % this.verses.length]!
    return nameOf({ from: verse.id, to: verse.id })
  }
  /** Asks of one verse after the other until there are as many as wished or nothing is left to ask. */
  private generic(type: QuestionType, list: readonly string[], most: number): Question[] {
    const asked: Question[] = []
    while (asked.length < most) {
      const [question] = this.ask(type, list, { at: this.next() })
      if (!question) break
      asked.push(question)
    }
    return asked
  }

  icebreaker(audience: Audience, title: string): Question[] {
    const first = this.verses[0]!
    const at = nameOf({ from: first.id, to: first.id })
    return this.ask('reflection', phrases.icebreakers[audience], { at, title })
  }

  context(most: number): Question[] {
    return this.generic('open', phrases.contextQuestions, most)
  }

  /** What stands out comes before what can be asked of any verse. */
  observation(most: number): Question[] {
    const { repeated, commands, promises, contrasts, reasons, questions, names } = this.features
    const asked = [
      ...repeated.slice(0, 2).flatMap(({ word, count }) => {
        const place = this.placeOf(word)
        return place ? this.ask('open', phrases.repeatedQuestions, { count, ...place }) : []
      }),
      ...commands.slice(0, 1).flatMap(({ at }) => this.ask('open', phrases.commandQuestions, { at })),
      ...contrasts.slice(0, 1).flatMap(({ at }) => this.ask('open', phrases.contrastQuestions, { at })),
      ...reasons.slice(0, 1).flatMap(({ at }) => this.ask('open', phrases.reasonQuestions, { at })),
      ...promises.slice(0, 1).flatMap(({ at }) => this.ask('open', phrases.promiseQuestions, { at })),
      ...questions.slice(0, 1).flatMap(({ at }) => this.ask('open', phrases.askedQuestions, { at })),
      ...this.names(names),
    ].slice(0, most)
    return [...asked, ...this.generic('open', phrases.looks, most - asked.length)]
  }
  /** Where a word is first, as it is written there. */
  private placeOf(word: string): { at: string; word: string } | null {
    for (const { id, text } of this.verses) {
      const found = wordsOf(text).find(({ key }) => key === word.toLowerCase())
      if (found) return { at: nameOf({ from: id, to: id }), word: text.slice(found.start, found.end) }
    }
    return null
  }
  private names(names: readonly string[]): Question[] {
    const place = names.length > 1 ? this.placeOf(names[0]!) : null
    const listed = new Intl.ListFormat('en-US').format(names.slice(0, 4))
    return place ? this.ask('open', phrases.nameQuestions, { at: place.at, names: listed }) : []
  }

  /** @param references verses to compare with; each answers its own question */
  interpretation(most: number, references: readonly string[]): Question[] {
    const phrase = keyPhrase(this.verses, new Set())
    const asked = [
      ...(phrase ? this.ask('open', phrases.whyQuestions, { at: phrase.at, text: phrase.text }) : []),
      ...this.compare(Math.ceil(most / 2), references),
    ].slice(0, most)
    return [...asked, ...this.generic('open', phrases.meanings, most - asked.length)]
  }
  compare(most: number, references: readonly string[]): Question[] {
    return references
      .slice(0, most)
      .flatMap(ref => this.ask('open', phrases.compareQuestions, { ref, at: this.next() }, ref))
  }

  /** One step to take for each thing to think about. */
  application(most: number, audience: Audience): Question[] {
    const reflections = this.generic('reflection', phrases.reflections, Math.floor(most / 2))
    const steps = this.generic('application', phrases.steps[audience], most - reflections.length)
    return [...reflections, ...steps]
  }
}

/** Words of a passage that newcomers may not know, with their meaning. */
export const termsIn = (verses: readonly VerseText[]): { word: string; meaning: string }[] => {
  const there = new Set(verses.flatMap(({ text }) => wordsOf(text).map(({ key }) => key)).filter(isContentOrShort))
  return Object.entries(phrases.terms)
    .filter(([word]) => there.has(word))
    .slice(0, 5)
    .map(([word, meaning]) => ({ word, meaning }))
}
const isContentOrShort = (word: string) => isContent(word) || word.length === 3
