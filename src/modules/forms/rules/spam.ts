import type { Sign } from '#public-page/rules/guard.ts'
import disposable from '../data/disposable.json' with { type: 'json' }
import { type Answers, isEmail } from './answers.ts'

/** Submissions of a form within an hour, beyond which they are quarantined. A congregation on a Sunday shares one address. */
export const TOO_MANY = { device: 120, mine: 600, all: 2_000 } as const
/** Beyond it they are refused. */
export const REFUSED = { device: 600, mine: 3_000 } as const

const disposableDomains = new Set(disposable)

/** A web address as mail programs make a link of it. */
const webAddress = /https?:|www\.|\w\.(com|net|org|info|biz|ru|cn|xyz|top|online|site|shop|click|link|io|ly|me)\b/i

/** As it is read: without signs that nobody sees and letters that only look other. */
const asRead = (text: string) => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

const wordsIn = (answer: unknown): string[] =>
  typeof answer === 'string' ? [answer] : Object.values(answer as object).flatMap(wordsIn)

interface Evidence {
  /** What the guard of public pages found. */
  seen: readonly Sign[]
  answers: Answers
  /** What they call themselves and their family: an answer by mail begins with it. */
  names: readonly string[]
}

const sentences: Record<Sign, string> = {
  honeypot: 'A hidden field was filled in',
  forged: 'It did not come from the form page',
  fast: 'It was submitted within three seconds',
  many: 'Too many submissions in an hour',
}

/** Why a submission looks like a robot’s, in words for staff; empty where it doesn’t. */
export function signsOf({ seen, answers, names }: Evidence): string[] {
  const texts = wordsIn(answers).map(asRead)
  const links = texts.join(' ').match(/https?:\/\/|www\.|\[url|<a\s/gi)?.length ?? 0
  const throwaway = texts.some(text => isEmail(text) && disposableDomains.has(text.split('@')[1]!.toLowerCase()))
  const signs = [
    ...seen.map(sign => sentences[sign]),
    links >= 3 && `It has ${links} links`,
    names.some(name => webAddress.test(asRead(name))) && 'A name has a web address',
    throwaway && links > 0 && 'A disposable email address and a link',
  ].filter(sign => sign !== false)
  return signs
}

/** Shown beside the address; alone it keeps nobody out. */
export const isThrowaway = (email: string) => disposableDomains.has(email.split('@')[1]?.toLowerCase() ?? '')
