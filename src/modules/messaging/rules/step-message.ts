import { z } from 'zod'
import { lintTags } from './merge-tags.ts'

/** Why a workflow may write: a promotion asks for consent to its topic, the others do not. */
export const stepPurposes = ['marketing', 'conversational', 'transactional'] as const
export const stepPurposeNames = {
  marketing: 'Promotion: only to people who opted in',
  conversational: 'Personal message: to anyone who has not opted out',
  transactional: 'Information they asked for: a confirmation, a receipt',
} as const

/** Stands for the address of a page where an appointment is booked. */
export const BOOKING_LINK = /\{bookingLink\}/g

/** Words with merge tags, as a step of a workflow keeps them. */
export const taggedText = (most: number, empty: string) =>
  z
    .string()
    .trim()
    .min(1, empty)
    .max(most, `Please keep this under ${most.toLocaleString('en-US')} characters`)
    .superRefine((text, check) => {
      const problem = lintTags(text.replace(BOOKING_LINK, ''))
      if (problem) check.addIssue({ code: 'custom', message: problem })
    })
export const purposeFields = {
  purpose: z.enum(stepPurposes, 'Please choose the kind of message').default('marketing'),
  /** What the consent must be for; promotions only. */
  topic: z.string().max(100).default('newsletter'),
}
