import { z } from 'zod'
import { member, Nothing, resource } from '#kernel/contract.ts'
import { approvals } from '../rules/states.ts'

export const SmsSettings = z.object({
  /** US cents a month; null: no cap. */
  monthlyCap: z.number().int().nullable(),
  longTexts: z.boolean(),
  /** US cents that this month's campaigns have cost at list prices. */
  spent: z.number().int(),
  /** Units that the box takes. */
  limit: z.number().int(),
  /** What a text to more than `approvalAbove` people needs. */
  approval: z.enum(approvals),
  approvalAbove: z.number().int(),
  /** Whether campaigns keep clear of Sunday morning, from and until those hours by the church's clock. */
  sundayGuard: z.boolean(),
  sundayFrom: z.number().int(),
  sundayUntil: z.number().int(),
})
export type SmsSettings = z.infer<typeof SmsSettings>

const hour = z.number('Please enter an hour').int().min(0, 'From 0 to 24').max(24, 'From 0 to 24')
export const SmsSettingsChange = z.object({
  monthlyCap: z
    .number('Please enter an amount')
    .int()
    .min(100, 'At least one dollar')
    .max(100_000_00, 'At most 100,000 dollars')
    .nullable()
    .optional(),
  longTexts: z.boolean().optional(),
  approval: z.enum(approvals).optional(),
  approvalAbove: z
    .number('Please enter a number')
    .int()
    .min(1, 'At least one person')
    .max(100_000, 'At most 100,000 people')
    .optional(),
  sundayGuard: z.boolean().optional(),
  sundayFrom: hour.optional(),
  sundayUntil: hour.optional(),
})
export type SmsSettingsChange = z.infer<typeof SmsSettingsChange>

export const smsSettings = resource(
  '/sms-settings',
  {
    read: member('messaging.write').input(Nothing).output(SmsSettings),
    change: member('settings.write').input(SmsSettingsChange).output(SmsSettings),
  },
  { read: 'Get text messaging settings', change: 'Update text messaging settings' },
)
