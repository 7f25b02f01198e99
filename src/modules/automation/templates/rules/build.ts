import type { Graph, Step, Wait, waitUnits } from '../../rules/graph.ts'

type WithoutId<T> = T extends { id: string; yes: Step[]; no: Step[] }
  ? Omit<T, 'id' | 'yes' | 'no'> & { yes: Bare[]; no: Bare[] }
  : T extends { id: string }
    ? Omit<T, 'id'>
    : never
/** A step before it has its name. */
export type Bare = WithoutId<Step>
type Unit = (typeof waitUnits)[number]

/** A graph of these steps, named s1, s2 … from top to bottom. */
export function graph(triggers: Graph['triggers'], steps: Bare[], more: Partial<Graph> = {}): Graph {
  let count = 0
  const named = (list: readonly Bare[]): Step[] =>
    list.map(step => {
      const id = `s${++count}`
      return ('yes' in step ? { ...step, id, yes: named(step.yes), no: named(step.no) } : { ...step, id }) as Step
    })
  return { triggers, steps: named(steps), reentry: 'once', exit: null, ...more }
}

export const when = (trigger: string, input: Record<string, unknown> = {}) => ({ trigger, input })
export const actionStep = (action: string, input: Record<string, unknown>): Bare => ({ kind: 'action', action, input })
export const tag = (tagId: string) => actionStep('people.add_tag', { tagId })
export const untag = (tagId: string) => actionStep('people.remove_tag', { tagId })
export const task = (title: string, assigneeId: string, dueInDays: number) =>
  actionStep('people.add_task', { title, assigneeId, dueInDays })
export const noteStep = (body: string) => actionStep('people.add_note', { body })
export const move = (stage: string) => actionStep('leads.move', { stage })
export const board = (stage: string) => actionStep('leads.add', { stage })
export const email = (subject: string, body: string) =>
  actionStep('email.send', { subject, body, purpose: 'conversational' })
/** With the address of the page where it is booked, in place of {bookingLink}. */
export const invite = (typeId: string, subject: string, body: string) =>
  actionStep('calendar.send_link', { channel: 'email', typeId, subject, body, purpose: 'conversational' })
export const text = (body: string) => actionStep('sms.send', { body, purpose: 'conversational' })

const step = (wait: Wait): Bare => ({ kind: 'wait', wait })
export const wait = (amount: number, unit: Unit) => step({ for: 'duration', amount, unit })
export const until = (time: string, ...weekdays: number[]) => step({ for: 'time', time, weekdays })
export const untilEvent = (trigger: string, amount: number, unit: Unit) => step({ for: 'event', trigger, amount, unit })
export const untilDone = (amount: number, unit: Unit) => step({ for: 'task', amount, unit })
export const officeHours = step({ for: 'hours' })

export const branch = (conditions: unknown, yes: Bare[], no: Bare[] = []): Bare => ({
  kind: 'branch',
  conditions,
  yes,
  no,
})
/** Whether the wait before ended with what it waited for. */
export const answered = (yes: Bare[], no: Bare[] = []) => branch({ waited: 'event' }, yes, no)
export const ask = (question: string, yes: Bare[], no: Bare[] = []): Bare => ({
  kind: 'approval',
  question,
  assigneeId: null,
  amount: 3,
  unit: 'days',
  yes,
  no,
})
export const all = (...of: object[]) => ({ match: 'all', of })
export const can = (channel: 'email' | 'sms') => all({ kind: 'reach', channel, can: true })
export const exit: Bare = { kind: 'exit' }
