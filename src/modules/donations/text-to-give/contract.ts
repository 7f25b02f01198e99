import { z } from 'zod'
import { member, resource } from '#kernel/contract.ts'

export const TextGivingSettings = z.object({
  /** Texts such as "$50 missions" to any number of the church are answered. */
  enabled: z.boolean(),
})
export type TextGivingSettings = z.infer<typeof TextGivingSettings>

export const textGiving = resource(
  '/text-giving',
  {
    read: member('giving.summary').input(z.object({})).output(TextGivingSettings),
    save: member('giving.write').input(TextGivingSettings).output(TextGivingSettings),
  },
  { read: 'Read the settings of giving by text', save: 'Save the settings of giving by text' },
)
