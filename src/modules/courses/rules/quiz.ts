import { z } from 'zod'
import { line, prose } from '#kernel/contract.ts'

export const questionKinds = ['single', 'several', 'order', 'text'] as const
export type QuestionKind = (typeof questionKinds)[number]
export const questionNames: Record<QuestionKind, string> = {
  single: 'One answer',
  several: 'Several answers',
  order: 'Put in order',
  text: 'Free text',
}

export const Choice = z.object({ id: z.string().min(1).max(40), text: prose(500), isRight: z.boolean() })
export const Question = z.object({
  id: z.string().min(1).max(40),
  kind: z.enum(questionKinds),
  prompt: prose(2_000),
  /** Of `order`: in the right order. */
  choices: z.array(Choice).max(20, 'Up to 20 answers'),
  /** Of `text`: any of these is right, however it is capitalized and spaced. */
  accepted: z.array(line(200)).max(20, 'Up to 20 answers'),
  explanation: prose(2_000),
})
export type Question = z.infer<typeof Question>

export const Quiz = z.object({
  questions: z.array(Question).max(100, 'Up to 100 questions'),
  /** Percent of the questions that must be right. */
  passMark: z.number('Please enter a number').int().min(1, 'At least 1').max(100, 'At most 100'),
  /** Null: as often as they like. */
  attempts: z.number('Please enter a number').int().min(1, 'At least 1').max(20, 'At most 20').nullable(),
  /** Minutes for one attempt; null: no limit. */
  minutes: z.number('Please enter a number').int().min(1, 'At least 1').max(240, 'At most 240').nullable(),
})
export type Quiz = z.infer<typeof Quiz>

export const emptyQuiz = (): Quiz => ({ questions: [], passMark: 80, attempts: null, minutes: null })

/** What someone answered: ids of choices (in their order for `order`), or a text. */
export type Answers = Record<string, string[] | string>

/** What keeps a question from being asked; undefined where nothing does. */
export function questionProblem({ kind, prompt, choices, accepted }: Question): string | undefined {
  if (!prompt) return 'Write the question'
  if (kind === 'text') return accepted.some(Boolean) ? undefined : 'Add at least one accepted answer'
  if (choices.length < 2) return 'Add at least two answers'
  if (choices.some(({ text }) => !text)) return 'Fill in every answer'
  if (new Set(choices.map(({ text }) => text.toLowerCase())).size < choices.length) return 'Two answers are the same'
  const right = choices.filter(({ isRight }) => isRight).length
  if (kind === 'single' && right !== 1) return 'Mark one answer as correct'
  if (kind === 'several' && right === 0) return 'Mark at least one answer as correct'
}

/** Capitals, accents, punctuation and spaces make no difference. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export function isRight(question: Question, answer: string[] | string | undefined): boolean {
  const { kind, choices, accepted } = question
  if (kind === 'text') {
    const said = folded(typeof answer === 'string' ? answer : (answer?.[0] ?? ''))
    return said !== '' && accepted.some(one => folded(one) === said)
  }
  const chosen = [answer ?? []].flat()
  const wanted = kind === 'order' ? choices.map(({ id }) => id) : choices.filter(one => one.isRight).map(({ id }) => id)
  if (chosen.length !== wanted.length || new Set(chosen).size !== chosen.length) return false
  return kind === 'order' ? wanted.every((id, at) => chosen[at] === id) : wanted.every(id => chosen.includes(id))
}

export interface Score {
  right: number
  of: number
  /** Rounded down, so that 79.9 is not 80. */
  percent: number
  isPassed: boolean
}
export function scoreOf({ questions, passMark }: Quiz, answers: Answers): Score {
  const right = questions.filter(one => isRight(one, answers[one.id])).length
  const percent = questions.length === 0 ? 0 : Math.floor((right / questions.length) * 100)
  return { right, of: questions.length, percent, isPassed: questions.length > 0 && percent >= passMark }
}

/** An order that is never the right one, and the same each time the page is opened. */
export function shuffled<T extends { id: string }>(items: readonly T[], seed: string): T[] {
  const weight = (text: string) => {
    let sum = 2_166_136_261
    for (const char of text) sum = Math.imul(sum ^ char.charCodeAt(0), 16_777_619)
    return sum >>> 0
  }
  const mixed = items.toSorted((a, b) => weight(seed + a.id) - weight(seed + b.id))
  const isSame = mixed.every((one, at) => one === items[at])
  return isSame && items.length > 1 ? [...mixed.slice(1), mixed[0]!] : mixed
}
