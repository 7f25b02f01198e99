import { type LeadNames, leadNames } from '#people/rules/lead-stages.ts'

const calls: Record<string, string> = {
  reached: 'Called, and reached them',
  voicemail: 'Called, and left a voicemail',
  no_answer: 'Called, no answer',
  wrong_number: 'Called a wrong number',
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** @param data the keys of stages and outcome, and as `leadNames` what the church calls them */
export function moved(data: Record<string, unknown>): string {
  const names = (data.leadNames as LeadNames | undefined) ?? leadNames()
  const stage = (key: string) => names.stageTitles[key as never] ?? key
  const [from, to, key] = [textOf(data.from), textOf(data.to), textOf(data.outcome)]
  const outcome = names.outcomeTitles[key as never] ?? key
  if (from === to) return `Closed as ${outcome}`
  return `Moved from ${stage(from)} to ${stage(to)}${outcome ? ` (${outcome})` : ''}`
}

export const called = ({ outcome }: Record<string, unknown>): string => calls[textOf(outcome)] ?? 'Called'
