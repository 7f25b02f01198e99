const verbs = { insert: 'added', update: 'changed', delete: 'deleted' } as const

export interface Entry {
  operation: 'insert' | 'update' | 'delete'
  table: string
  /** What a row of that table is called, one and several. */
  noun: readonly [one: string, many: string]
  changes: Record<string, unknown>
  /** Why support came in. */
  reason: string | null
  /** Whose row it is, where that may be said. */
  subject: string | null
}

/** `changed a lead: Pat Miller` */
export function wordsOf({ operation, table, noun: [one, many], changes, reason, subject }: Entry): string {
  if (table === 'support_entries' && operation === 'insert') return `entered as support: ${reason ?? ''}`
  if (table === 'account_exports' && operation === 'insert') return 'requested an export of the whole account'
  if (table === 'support_entries') return 'left the account as support'
  if (table === 'person_merges')
    return `${operation === 'insert' ? 'merged two people' : 'undid a merge'}${subject ? `: ${subject}` : ''}`
  if (typeof changes.rows === 'number') return `${verbs[operation]} ${changes.rows.toLocaleString('en-US')} ${many}`
  return `${verbOf(operation, changes)} ${one}${subject ? `: ${subject}` : ''}`
}

function verbOf(operation: Entry['operation'], changes: Record<string, unknown>): string {
  const gone = pairOf(changes.deleted_at) ?? pairOf(changes.removed_at)
  if (operation !== 'update' || !gone) return verbs[operation]
  return gone[1] === null ? 'restored' : 'removed'
}

const pairOf = (value: unknown) =>
  Array.isArray(value) && value.length === 2 ? (value as [unknown, unknown]) : undefined

/** Of the machinery: says nothing to anyone. */
const inner = /^(rows|search|rank|fingerprint)$|_(key|hash|norm)$/

export interface Change {
  field: string
  before: string | null
  after: string | null
}

/** Field by field; `secret` leaves the names and takes the values away. */
export const changesOf = (changes: Record<string, unknown>, secret: boolean): Change[] =>
  Object.entries(changes)
    .filter(([field]) => !inner.test(field))
    .map(([field, value]) => {
      const [before, after] = pairOf(value) ?? [null, null]
      return {
        field: field.replace(/_id$/, '').replaceAll('_', ' '),
        before: secret ? null : textOf(before),
        after: secret ? null : textOf(after),
      }
    })

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? spoken(value) : JSON.stringify(value)

/** `auto_replied` reads "auto replied"; an instant keeps its minute. */
const spoken = (text: string) =>
  /^[a-z]+(_[a-z]+)+$/.test(text)
    ? text.replaceAll('_', ' ')
    : text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*/, '$1 $2 UTC')
