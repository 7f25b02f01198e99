import { z } from 'zod'
import { line, member, Nothing, resource } from '#kernel/contract.ts'
import { isEin, steps } from '../rules/registration.ts'

const Address = line(300).refine(text => text === '' || /^https:\/\/[^\s.]+\.[^\s]+$/.test(text), {
  message: 'Please enter a full address with https://',
})
const facts = {
  legalName: line(200),
  ein: line(20).refine(text => text === '' || isEin(text), { message: 'An EIN looks like 12-3456789' }),
  website: Address,
  privacyUrl: Address,
  done: z.array(z.enum(steps)).max(steps.length),
}

export const SmsRegistration = z.object({
  ...facts,
  /** As the phone companies answered, kept in the settings of the phone. */
  brand: z.enum(['none', 'pending', 'approved', 'rejected']),
  campaign: z.enum(['none', 'pending', 'approved', 'rejected']),
  /** Our number, where it is one that has to be registered this way; else null. */
  number: z.string().nullable(),
  texts: z.record(z.enum(steps), z.array(z.string())),
})
export type SmsRegistration = z.infer<typeof SmsRegistration>
export const SmsRegistrationChange = z.object(facts).partial()
export type SmsRegistrationChange = z.infer<typeof SmsRegistrationChange>

/** What phone companies ask before a local number may text many. */
export const smsRegistration = resource(
  '/sms-registration',
  {
    read: member('messaging.write').input(Nothing).output(SmsRegistration),
    change: member('settings.write').input(SmsRegistrationChange).output(SmsRegistration),
  },
  { read: 'Get the carrier registration for texting', change: 'Update the carrier registration for texting' },
)
