/** What a row of each table is to people; a table that is not here is called by its own name. */
const nouns: Record<string, [one: string, many: string]> = {
  account_exports: ['an export of the whole account', 'exports of the whole account'],
  clients: ['the account’s settings', 'accounts'],
  consents: ['a consent', 'consents'],
  conversations: ['a conversation', 'conversations'],
  conversation_items: ['something in a conversation', 'things in conversations'],
  contact_form_submissions: ['a contact submission', 'contact submissions'],
  contact_points: ['a contact detail', 'contact details'],
  contact_replies: ['a reply to a submission', 'replies to submissions'],
  files: ['a file', 'files'],
  form_submissions: ['a form’s submission', 'forms’ submissions'],
  form_versions: ['a published form', 'published forms'],
  forms: ['a form', 'forms'],
  group_members: ['somebody’s place in a group', 'places in groups'],
  groups: ['a group', 'groups'],
  household_members: ['somebody’s place in a household', 'places in households'],
  households: ['a household', 'households'],
  household_suggestions: ['a household suggestion', 'household suggestions'],
  imports: ['an import', 'imports'],
  incident_updates: ['a word on an incident', 'words on incidents'],
  incidents: ['an incident', 'incidents'],
  invitations: ['an invitation', 'invitations'],
  leads: ['a lead', 'leads'],
  members: ['a member', 'members'],
  notes: ['a note', 'notes'],
  addresses: ['an address', 'addresses'],
  queue_actions: ['something about a failed job', 'things about failed jobs'],
  provider_checks: ['a test of a provider', 'tests of providers'],
  notification_preferences: ['a choice of notifications', 'choices of notifications'],
  possible_duplicates: ['a possible duplicate', 'possible duplicates'],
  people: ['a person', 'people'],
  person_merges: ['a merge of two people', 'merges of two people'],
  person_tags: ['somebody’s tag', 'people’s tags'],
  person_fields: ['a field of people', 'fields of people'],
  person_field_values: ['a fact about somebody', 'facts about people'],
  suppressions: ['a do-not-contact', 'do-not-contacts'],
  support_entries: ['an entry as support', 'entries as support'],
  stage_history: ['a step on the board', 'steps on the board'],
  tags: ['a tag', 'tags'],
  tasks: ['a task', 'tasks'],
}

/** Too much and too small to be told; still in the log itself. */
export const quiet = [
  'notifications',
  'messages',
  'timeline',
  'conversation_reads',
  'merge_steps',
  'person_aliases',
] as const

/** The kinds that the log can be narrowed to, with their words. */
export const kinds: { value: string; label: string }[] = Object.entries(nouns)
  .filter(([table]) => !(quiet as readonly string[]).includes(table))
  .map(([value, [, many]]) => ({ value, label: many.charAt(0).toUpperCase() + many.slice(1) }))
  .sort((a, b) => a.label.localeCompare(b.label))

const verbs = { insert: 'added', update: 'changed', delete: 'deleted' } as const

export interface Entry {
  operation: 'insert' | 'update' | 'delete'
  table: string
  changes: Record<string, unknown>
  /** Why support came in. */
  reason: string | null
  /** Whose row it is, where that may be said. */
  subject: string | null
}

/** `changed a lead: Pat Miller` */
export function wordsOf({ operation, table, changes, reason, subject }: Entry): string {
  if (table === 'support_entries' && operation === 'insert') return `entered as support: ${reason ?? ''}`
  if (table === 'account_exports' && operation === 'insert') return 'asked for everything of the account in one file'
  if (table === 'support_entries') return 'ended an entry as support'
  if (table === 'person_merges')
    return `${operation === 'insert' ? 'merged two people' : 'took back a merge'}${subject ? `: ${subject}` : ''}`
  const [one, many] = nouns[table] ?? [table.replaceAll('_', ' '), table.replaceAll('_', ' ')]
  if (typeof changes.rows === 'number') return `${verbs[operation]} ${changes.rows.toLocaleString('en-US')} ${many}`
  return `${verbOf(operation, changes)} ${one}${subject ? `: ${subject}` : ''}`
}

function verbOf(operation: Entry['operation'], changes: Record<string, unknown>): string {
  const gone = pairOf(changes.deleted_at) ?? pairOf(changes.removed_at)
  if (operation !== 'update' || !gone) return verbs[operation]
  return gone[1] === null ? 'brought back' : 'removed'
}

const pairOf = (value: unknown) =>
  Array.isArray(value) && value.length === 2 ? (value as [unknown, unknown]) : undefined

/** Of the machinery: says nothing to anybody. */
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
