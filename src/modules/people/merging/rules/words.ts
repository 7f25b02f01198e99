/** What comes along with someone, in the order in which it is said. */
export interface Belongings {
  notes: number
  tasks: number
  conversations: number
  /** In that conversation. */
  items: number
  tags: number
  groups: number
  households: number
  leads: number
  details: number
  addresses: number
  forms: number
  calls: number
  messages: number
}

const count = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** "3 notes", "1 conversation with 14 messages" … */
export function belongingsInWords(all: Belongings): string[] {
  const thread = `${count(all.conversations, 'conversation')} with ${count(all.items, 'message')}`
  const said: [number, string][] = [
    [all.notes, count(all.notes, 'note')],
    [all.tasks, count(all.tasks, 'task')],
    [all.conversations, thread],
    [all.leads, count(all.leads, 'card on the board', 'cards on the board')],
    [all.tags, count(all.tags, 'tag')],
    [all.groups, count(all.groups, 'group')],
    [all.households, count(all.households, 'household')],
    [all.details, count(all.details, 'email address or number', 'email addresses and numbers')],
    [all.addresses, count(all.addresses, 'mailing address', 'mailing addresses')],
    [all.forms, count(all.forms, 'form filled out', 'forms filled out')],
    [all.calls, count(all.calls, 'call')],
    [all.messages, count(all.messages, 'message sent or received', 'messages sent or received')],
  ]
  return said.filter(([n]) => n > 0).map(([, words]) => words)
}
