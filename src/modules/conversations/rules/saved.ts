import { fillTags, lintTags, type TagName, type TagValues } from '#messaging/rules/merge-tags.ts'

/** Tags that mean something in an answer to one person. */
export const answerTags = [
  ...(['firstName', 'lastName', 'name', 'email'] as const),
  ...(['householdName', 'householdAdults', 'businessName', 'bookingLink'] as const),
] as const
export type AnswerTag = (typeof answerTags)[number]
const usable: ReadonlySet<string> = new Set(answerTags)

/** A sentence for the field if a tag is none, or stands for nothing in an answer. */
export function lintSnippet(text: string, own?: readonly string[]): string | undefined {
  const problem = lintTags(text, own)
  if (problem) return problem
  const other = [...text.matchAll(/\{([A-Za-z]\w*)/g)]
    .map(([, name]) => name!)
    .find(name => !usable.has(name) && name !== 'custom')
  return other && `{${other}} is not a merge tag. Please remove it.`
}

/** The words with what is known; what is missing keeps its tag, so that the member who reads it sees where. */
export function fillAnswer(text: string, values: TagValues): { text: string; missing: TagName[] } {
  const { missing } = fillTags(text, values)
  const kept = Object.fromEntries(missing.map(name => [name, `{${name}}`]))
  return { text: fillTags(text, { ...values, ...kept }).text, missing }
}

/** What a macro can do, as it is called in its list. */
export const actNames = { send: 'Send', assign: 'Assign to', tag: 'Add tag', snooze: 'Snooze', close: 'Close' } as const
export type ActName = keyof typeof actNames
/** So long an answer of a macro can be undone, in seconds. */
export const UNDO_SECONDS = 10
export const snoozeTimes = ['hour', 'tomorrow', 'week'] as const
export type SnoozeTime = (typeof snoozeTimes)[number]
export const snoozeWords: Record<SnoozeTime, string> = {
  hour: 'for an hour',
  tomorrow: 'until tomorrow',
  week: 'until next week',
}
