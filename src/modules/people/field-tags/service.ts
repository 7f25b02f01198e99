import type { Ctx } from '#kernel/ctx.ts'
import { answersOf } from '../field-values/service.ts'
import { wordsOf } from '../fields/rules/answer.ts'
import type { CustomField } from '../fields/rules/types.ts'
import { everyField } from '../fields/service.ts'

type Values = Record<`custom.${string}`, string>

/** The keys that a message may name: what is private is in none, whoever writes it. */
export const tagKeys = async (ctx: Ctx): Promise<string[]> => (await told(ctx)).map(({ key }) => key)

const told = async (ctx: Ctx) => (await everyField(ctx)).filter(({ isPrivate }) => !isPrivate)

/** What stands for these keys in a message to each of these people, as the church's country writes days and numbers. */
export async function tagValues(
  ctx: Ctx,
  keys: readonly string[],
  people: readonly (string | null)[],
): Promise<(personId: string | null) => Values> {
  const fields = keys.length > 0 ? (await told(ctx)).filter(({ key }) => keys.includes(key)) : []
  const ids = fields.length > 0 ? [...new Set(people.filter(id => id !== null))] : []
  const known = await answersOf(ctx, ids, fields)
  const none: Values = {}
  return personId => {
    const answers = personId ? known.get(personId) : undefined
    if (!answers) return none
    return Object.fromEntries(
      fields.map(field => [`custom.${field.key}`, wordsOf(field, answers[field.id], ctx.client.locale)]),
    )
  }
}

/** For somebody of whom everything is known. */
export async function tagSamples(ctx: Ctx, keys: readonly string[]): Promise<Values> {
  if (keys.length === 0) return {}
  const fields = (await told(ctx)).filter(({ key }) => keys.includes(key))
  return Object.fromEntries(
    fields.map(field => [`custom.${field.key}`, wordsOf(field, sampleOf(field), ctx.client.locale)]),
  )
}

function sampleOf({ type, options, label }: CustomField) {
  switch (type) {
    case 'number':
      return 12
    case 'date':
      return '2026-04-05'
    case 'yesno':
      return true
    case 'choice':
      return options[0]!.id
    case 'choices':
      return options.slice(0, 2).map(({ id }) => id)
    default:
      return label
  }
}
