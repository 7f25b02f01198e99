import { type AddressAnswer, type Answer, isWords, type Member } from './answers.ts'
import type { Definition, Field } from './definition.ts'

const roles: Record<string, string> = { spouse: 'spouse', child: 'child', other: 'family' }

/** An answer in one cell. */
export function answerText(answer: Answer | undefined): string {
  if (answer === undefined) return ''
  if (typeof answer === 'string') return answer === 'yes' ? 'Yes' : answer === 'no' ? 'No' : answer
  if (Array.isArray(answer))
    return answer.map(one => (typeof one === 'string' ? one : 'size' in one ? one.name : memberText(one))).join('; ')
  const { street, city, region, postalCode } = answer as AddressAnswer
  return [street, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

export const memberText = ({ role, firstName, lastName, birthDate }: Member) =>
  `${[firstName, lastName].filter(Boolean).join(' ')} (${[roles[role] ?? 'family', birthDate].filter(Boolean).join(', ')})`

/** Every field that any of these versions asks, the first one’s order first. */
export function columnsOf(definitions: readonly Pick<Definition, 'fields'>[]): Pick<Field, 'key' | 'label'>[] {
  const seen = new Map<string, Pick<Field, 'key' | 'label'>>()
  for (const { fields } of definitions)
    for (const { key, label, type } of fields) if (!isWords(type) && !seen.has(key)) seen.set(key, { key, label })
  return [...seen.values()]
}
