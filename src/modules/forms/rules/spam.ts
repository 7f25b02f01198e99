import disposable from '../data/disposable.json' with { type: 'json' }
import { type Answers, isEmail } from './answers.ts'
import { LEAST_TIME } from './definition.ts'

/** Submissions of a form within an hour. A lobby on a Sunday shares one address, so it is generous. */
export const TOO_MANY = { mine: 120, all: 1_000 } as const
export const tooMany = ({ mine, all }: { mine: number; all: number }) => mine >= TOO_MANY.mine || all >= TOO_MANY.all

const disposableDomains = new Set(disposable)

interface Evidence {
  /** What stands in the field that people don’t see. */
  trap: string
  /** Milliseconds since the page was made; null where it isn’t one of ours. */
  age: number | null
  answers: Answers
  many: boolean
}

/** Why a submission looks like a robot’s, in words for staff; empty where it doesn’t. */
export function signsOf({ trap, age, answers, many }: Evidence): string[] {
  const texts = Object.values(answers).flatMap(answer => (typeof answer === 'string' ? [answer] : []))
  const links = texts.join(' ').match(/https?:\/\/|www\.|\[url|<a\s/gi)?.length ?? 0
  const throwaway = texts.some(text => isEmail(text) && disposableDomains.has(text.split('@')[1]!.toLowerCase()))
  const signs = [
    trap !== '' && 'A field that people don’t see was filled in',
    age === null && 'It did not come from our page',
    age !== null && age < LEAST_TIME && 'It was sent within three seconds',
    many && 'Very many came within an hour',
    links >= 3 && `It holds ${links} links`,
    throwaway && links > 0 && 'A throwaway address, and a link',
  ].filter(sign => sign !== false)
  return signs
}

/** Shown beside the address; alone it keeps nobody out. */
export const isThrowaway = (email: string) => disposableDomains.has(email.split('@')[1]?.toLowerCase() ?? '')
