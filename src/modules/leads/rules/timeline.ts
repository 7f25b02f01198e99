const stages: Record<string, string> = {
  new: 'New Leads',
  contacted: 'Contacted',
  qualified: 'Qualified',
  proposal: 'Proposal',
  closed: 'Closed',
}
const calls: Record<string, string> = {
  reached: 'Called, and reached them',
  voicemail: 'Called, and left a voicemail',
  no_answer: 'Called, no answer',
  wrong_number: 'Called a wrong number',
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export function moved(data: Record<string, unknown>): string {
  const [from, to, outcome] = [textOf(data.from), textOf(data.to), textOf(data.outcome)]
  if (from === to) return `Closed as ${outcome}`
  return `Moved from ${stages[from] ?? from} to ${stages[to] ?? to}${outcome ? ` (${outcome})` : ''}`
}

export const called = ({ outcome }: Record<string, unknown>): string => calls[textOf(outcome)] ?? 'Called'
