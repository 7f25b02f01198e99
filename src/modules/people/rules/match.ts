import { datesAgree, type PartialDate } from './birthday.ts'
import { firstNameLikeness, type Likeness, lastNameLikeness } from './names.ts'

/** Addresses and numbers in their normalized form. */
export interface Identity {
  first: string | null
  last: string | null
  nick: string | null
  emails: readonly string[]
  phones: readonly string[]
  birthDate?: PartialDate | null
}

export interface Candidate extends Identity {
  id: string
}

export type DuplicateReason =
  | 'same_person'
  | 'several_share_contact'
  | 'last_name_differs'
  | 'first_name_unclear'
  | 'first_name_missing'
  | 'birth_date_differs'
  | 'same_name'

/** `score` runs from 0 to 1. `ids` come best first. */
export type Match =
  | { kind: 'attach'; id: string }
  | { kind: 'duplicate'; ids: string[]; score: number; reason: DuplicateReason }
  | { kind: 'new' }

interface Doubt {
  id: string
  score: number
  reason: DuplicateReason
}

/**
 * Attaches only to someone who shares an address or number and whose name agrees, or where one of the two has no name.
 * Families share addresses and numbers, so a clearly different first name is another person. Never on a name alone.
 */
export function matchPerson(incoming: Identity, candidates: readonly Candidate[]): Match {
  const sharing = candidates.filter(candidate => shared(incoming, candidate) > 0)
  const sure = sharing.filter(candidate => agreement(incoming, candidate) === 'sure')
  const best = single(sure, candidate => strength(incoming, candidate))
  if (best) return { kind: 'attach', id: best.id }
  if (sure.length > 0) return severalShare(sure)

  const nameless = isNameless(incoming) ? sharing : sharing.filter(isNameless)
  if (nameless.length === 1) return { kind: 'attach', id: nameless[0]!.id }
  if (nameless.length > 1) return severalShare(nameless)

  const doubts = candidates.flatMap(candidate => doubt(incoming, candidate)).sort((a, b) => b.score - a.score)
  const top = doubts[0]
  return top ? { kind: 'duplicate', ids: doubts.map(d => d.id), score: top.score, reason: top.reason } : { kind: 'new' }
}

const severalShare = (people: readonly Candidate[]): Match => ({
  kind: 'duplicate',
  ids: people.map(person => person.id),
  score: 0.7,
  reason: 'several_share_contact',
})

const isNameless = ({ first, last, nick }: Identity) => !first?.trim() && !last?.trim() && !nick?.trim()

function shared(a: Identity, b: Identity): number {
  return (
    a.emails.filter(email => b.emails.includes(email)).length +
    a.phones.filter(phone => b.phones.includes(phone)).length
  )
}

function agreement(a: Identity, b: Identity): 'sure' | DuplicateReason | 'another' {
  if (isNameless(a) || isNameless(b)) return 'another'
  const first = firstNames(a, b)
  const last = a.last?.trim() && b.last?.trim() ? lastNameLikeness(a.last, b.last) : null
  if (first === null) return last === 'same' || last === null ? 'first_name_missing' : 'another'
  if (first === 'different') return 'another'
  if (a.birthDate && b.birthDate && !datesAgree(a.birthDate, b.birthDate))
    return last === 'different' ? 'another' : 'birth_date_differs'
  if (first === 'unclear') return last === 'different' ? 'another' : 'first_name_unclear'
  return last === 'same' || last === null ? 'sure' : 'last_name_differs'
}

/** The best likeness among first and nick names; null where one side has neither. */
function firstNames(a: Identity, b: Identity): Likeness | null {
  const names = ({ first, nick }: Identity) => [first, nick].filter(name => name?.trim()) as string[]
  const order: Likeness[] = ['same', 'nickname', 'unclear', 'different']
  const found = new Set(names(a).flatMap(one => names(b).map(other => firstNameLikeness(one, other))))
  return order.find(likeness => found.has(likeness)) ?? null
}

const strength = (a: Identity, b: Candidate) =>
  shared(a, b) * 4 + (firstNames(a, b) === 'same' ? 2 : 0) + (a.last?.trim() && b.last?.trim() ? 1 : 0)

function single<T>(items: readonly T[], score: (item: T) => number): T | null {
  const ranked = items.map(item => ({ item, score: score(item) })).sort((a, b) => b.score - a.score)
  return ranked[0] && ranked[0].score !== ranked[1]?.score ? ranked[0].item : null
}

const scores: Record<DuplicateReason, number> = {
  same_person: 0.95,
  last_name_differs: 0.8,
  several_share_contact: 0.7,
  first_name_unclear: 0.6,
  birth_date_differs: 0.5,
  first_name_missing: 0.5,
  same_name: 0.4,
}

/** Whether two who are there already may be one; null where nothing says so. */
export function likeness(one: Identity, other: Candidate): { score: number; reason: DuplicateReason } | null {
  const match = matchPerson(one, [other])
  if (match.kind === 'new') return null
  if (match.kind === 'duplicate') return { score: match.score, reason: match.reason }
  const reason = isNameless(one) || isNameless(other) ? 'first_name_missing' : 'same_person'
  return { score: scores[reason], reason }
}

function doubt(incoming: Identity, candidate: Candidate): Doubt[] {
  const found = agreement(incoming, candidate)
  const reason =
    shared(incoming, candidate) > 0
      ? found
      : found === 'sure' && incoming.last && candidate.last
        ? 'same_name'
        : 'another'
  return reason === 'another' || reason === 'sure' ? [] : [{ id: candidate.id, score: scores[reason], reason }]
}

const sentences: Record<DuplicateReason, string> = {
  same_person: 'Same email or number, and same name.',
  several_share_contact: 'Several people share this email or number.',
  last_name_differs: 'Same email or number and first name, but a different last name.',
  first_name_unclear: 'Same email or number, and similar first names.',
  first_name_missing: 'Same email or number, but a first name is missing.',
  birth_date_differs: 'Same email or number and name, but a different birth date.',
  same_name: 'Same first and last name.',
}

export const duplicateReasons = Object.keys(sentences) as DuplicateReason[]

/** Why someone should look, in a sentence for staff. */
export const duplicateSentence = (reason: DuplicateReason): string => sentences[reason]
