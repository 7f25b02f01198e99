import { type Answers, isEmail, isPhone, shownKeys } from './answers.ts'
import type { Definition, Field, Privacy } from './definition.ts'
import { factOf } from './facts.ts'

/** Days for which what was never sent is kept. */
export const KEPT_DAYS = 30

/**
 * Whether what is typed may be kept before it is sent: the form says so, and everything in it is for the whole team.
 * Where people choose who may read what they write, they have not chosen yet.
 */
export const keeps = ({ keep, fields }: Pick<Definition, 'keep' | 'fields'>, privacy: Privacy): boolean =>
  Boolean(keep) && privacy === 'team' && fields.every(({ map }) => map !== 'privacy')

const never: Field['type'][] = ['file', 'consent', 'hidden', 'section', 'page']

/** What may be kept of the answers: no files, no yes that was not given by sending, nothing that only pastors read. */
export function keptAnswers(fields: readonly Field[], answers: Answers, privateFacts: ReadonlySet<string>): Answers {
  const shown = shownKeys(fields, answers)
  const kept = fields.filter(
    field => shown.includes(field.key) && !never.includes(field.type) && !privateFacts.has(factOf(field) ?? ''),
  )
  return Object.fromEntries(kept.flatMap(({ key }) => (answers[key] === undefined ? [] : [[key, answers[key]]])))
}

/** Someone can be written to. */
export const isReachable = (fields: readonly Field[], answers: Answers): boolean =>
  fields.some(({ key, type }) => {
    const answer = answers[key]
    if (typeof answer !== 'string') return false
    return (type === 'email' && isEmail(answer)) || (type === 'phone' && isPhone(answer))
  })
