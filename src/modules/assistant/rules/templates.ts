import { LONGEST_ANSWER } from './options.ts'

/** {church} and {firstName} filled in, {firstName|friend} with a fallback; what has no value goes with the space before it. */
export const fillTemplate = (body: string, values: Record<string, string>): string =>
  body.replace(/\s?\{(\w+)(?:\|([^{}]*))?\}/g, (whole, name: string, fallback = '') => {
    const value = values[name] || fallback
    return value ? `${whole.startsWith('{') ? '' : ' '}${value}` : ''
  })

/** The first thing in braces that is not filled in; undefined where there is none. {link} leads to the rating. */
export const unknownTag = (body: string): string | undefined =>
  [...body.matchAll(/\{[^{}]*\}?/g)]
    .map(([tag]) => tag)
    .find(tag => !/^\{(church|firstName|link)(\|[^{}]*)?\}$/.test(tag))

interface Parts {
  /** Said once: that it is a machine. */
  introduction: string | null
  answer: string
  /** Said once: how to reach a person. */
  wayOut: string | null
  link: string
}

/** What is sent: the first answer says that a machine wrote it and how to reach a person. */
export function composeReply({ introduction, answer, wayOut, link }: Parts): string {
  const words = answer.length > LONGEST_ANSWER ? `${answer.slice(0, LONGEST_ANSWER).replace(/\s+\S*$/, '')} …` : answer
  const more = link && !words.includes(link) ? ` More: ${link}` : ''
  return [introduction, `${words}${more}`, wayOut].filter(Boolean).join(' ')
}

/** The message of a person asks for one answer; a long message is cut for the search, never for the reader. */
export const toQuestion = (lines: readonly string[], longest: number): string =>
  lines.join('\n').trim().slice(0, longest)
