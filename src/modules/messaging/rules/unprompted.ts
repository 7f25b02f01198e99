interface Sent {
  purpose: string
  kind?: string
  dedupeKey?: string
}

/** Key of what a step of a workflow sends: `run:{run}:{step}`. */
export const RUN_KEY = 'run:'
const reminders = ['appointment-reminder', 'form-finish', 'invoice-reminder']

/** Whether a workflow sends it. */
export const isAutomated = ({ dedupeKey }: Sent): boolean => dedupeKey?.startsWith(RUN_KEY) ?? false

/**
 * Whether nobody waits for it: a promotion, a reminder, a step of a workflow. A care hold stops these; receipts, sign-in links
 * and what a member writes are sent all the same.
 */
export const isUnprompted = (message: Sent): boolean =>
  message.purpose === 'marketing' || isAutomated(message) || reminders.includes(message.kind ?? '')
