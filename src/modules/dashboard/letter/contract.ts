import { z } from 'zod'
import { member, Nothing, resource } from '#kernel/contract.ts'
import { letterParts } from './rules.ts'

export const WeeklyLetter = z.object({
  /** Its Monday. */
  weekOf: z.string(),
  church: z.string(),
  sections: z.array(
    z.object({
      part: z.enum(letterParts),
      title: z.string(),
      names: z.array(
        z.object({
          name: z.string(),
          /** When, or since when. */
          note: z.string(),
          /** A path of the app. */
          href: z.string(),
        }),
      ),
      /** How many more there are, and where. */
      more: z.number().int(),
      href: z.string(),
    }),
  ),
})
export type WeeklyLetter = z.infer<typeof WeeklyLetter>

/** What the caller's letter would say now. */
export const weeklyLetter = resource(
  '/weekly-letter',
  { read: member('people.basic').meta({ inPerson: true }).input(Nothing).output(WeeklyLetter) },
  { read: 'Preview the weekly letter' },
)
