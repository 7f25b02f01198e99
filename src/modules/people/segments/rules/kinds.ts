import type { CustomType } from '../../fields/rules/types.ts'
import { listFields } from '../../rules/standard-fields.ts'

/** What a person or their postal address says in words. */
export const placeFields = ['city', 'region', 'postalCode', 'country'] as const
export const textFields = [...listFields('segment'), 'email', 'phone', ...placeFields] as const
export type TextField = (typeof textFields)[number]
export const textOps = ['is', 'isNot', 'contains', 'startsWith', 'filled', 'empty'] as const

export const dateFields = ['createdAt', 'updatedAt', 'birthDate', 'anniversary'] as const
export const dateOps = ['before', 'after', 'inLast', 'notInLast'] as const
export const yearlyFields = ['birthDate', 'anniversary'] as const
export const flagFields = ['deceased', 'doNotContact', 'griefHold'] as const
export const setOps = ['any', 'all', 'none'] as const
/** What can be asked of a fact of the church's own, by its type. */
export const customOps = [
  'is',
  'isNot',
  'contains',
  'startsWith',
  'more',
  'less',
  'before',
  'after',
  'inLast',
  'notInLast',
  'any',
  'all',
  'none',
  'yes',
  'no',
  'filled',
  'empty',
] as const
export type CustomOp = (typeof customOps)[number]
const words: CustomOp[] = ['is', 'isNot', 'contains', 'startsWith', 'filled', 'empty']
export const customOpsOf: Record<CustomType, readonly CustomOp[]> = {
  text: words,
  long: words,
  number: ['is', 'isNot', 'more', 'less', 'filled', 'empty'],
  date: ['inLast', 'notInLast', 'before', 'after', 'is', 'filled', 'empty'],
  yesno: ['yes', 'no', 'filled', 'empty'],
  choice: ['any', 'none', 'filled', 'empty'],
  choices: ['any', 'all', 'none', 'filled', 'empty'],
}

export const householdFacts = ['withChildren', 'withOthers', 'none', 'isAdult', 'isChild'] as const
export const consentStates = ['granted', 'revoked', 'none'] as const
export const reachChannels = ['email', 'sms'] as const

/** What the timeline records of a person. */
export const eventTypes = [
  'person.created',
  'person.imported',
  'lead.created',
  'lead.moved',
  'lead.call',
  'lead.email',
  'task.done',
  'form.submitted',
  'message.in',
  'message.out',
  'call.in',
  'campaign.email',
  'campaign.sms',
] as const
