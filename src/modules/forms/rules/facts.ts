import { optionSaid, readAnswer } from '#people/fields/rules/answer.ts'
import type { CustomAnswer, CustomField, CustomType } from '#people/fields/rules/types.ts'
import { type Answer, type Answers, isAnswered, shownKeys } from './answers.ts'
import { CUSTOM, type Definition, type Field, type FieldType } from './definition.ts'

/** Which of the church's own fields an answer of a type can fill. */
const fits: Partial<Record<FieldType, readonly CustomType[]>> = {
  text: ['text', 'long'],
  paragraph: ['long'],
  email: ['text'],
  phone: ['text'],
  number: ['number'],
  date: ['date'],
  choice: ['choice', 'choices', 'text'],
  choices: ['choices'],
  yesno: ['yesno'],
  hidden: ['text', 'choice'],
}
export const canFill = (type: FieldType, custom: CustomType): boolean => fits[type]?.includes(custom) ?? false
export const filling = <T extends { type: CustomType }>(type: FieldType, fields: readonly T[]): T[] =>
  fields.filter(field => canFill(type, field.type))

/** The church's own field that an answer fills. */
export const factOf = ({ map }: Pick<Field, 'map'>): string | undefined =>
  map.startsWith(CUSTOM) ? map.slice(CUSTOM.length) : undefined

export interface Told {
  fieldId: string
  type: CustomType
  answer: CustomAnswer
}

/** What the answers tell of the church's own fields; an answer that a list doesn't have stays with the submission. */
export function factsFrom(
  { fields }: Pick<Definition, 'fields'>,
  answers: Answers,
  own: readonly CustomField[],
): Told[] {
  const shown = new Set(shownKeys(fields, answers))
  return fields.flatMap(field => {
    const custom = own.find(({ id }) => id === factOf(field))
    const said = answers[field.key]
    if (!custom || !shown.has(field.key) || !isAnswered(said) || !canFill(field.type, custom.type)) return []
    const read = readAnswer(custom, meant(custom, said!))
    if (read.problem !== undefined || read.answer === null) return []
    return [{ fieldId: custom.id, type: custom.type, answer: read.answer }]
  })
}

/** A list is answered by its words, and keeps ids. */
function meant(custom: CustomField, said: Answer): unknown {
  if (custom.type === 'choice') return optionSaid(custom, said as string)
  if (custom.type !== 'choices') return said
  return [said as string | string[]].flat().flatMap(words => optionSaid(custom, words) ?? [])
}
