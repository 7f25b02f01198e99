import { z } from 'zod'
import { line, member, Nothing, resource } from '#kernel/contract.ts'
import { type Outcome, outcomes, type Stage, stages } from '../rules/stages.ts'

/** A label for each key, as screens show it. */
const Titles = <Key extends string>(keys: readonly Key[]) =>
  z.object(Object.fromEntries(keys.map(key => [key, z.string()])) as Record<Key, z.ZodString>)

export const LeadSettings = z.object({
  /** What this church calls the stages and outcomes; the API goes on naming them by their keys. */
  stageTitles: Titles(stages),
  outcomeTitles: Titles(outcomes),
  /** Whether values are always shown. */
  showValue: z.boolean(),
  /** Whether screens show values: where that is set, or some lead has one. */
  valueShown: z.boolean(),
})
export type LeadSettings = z.infer<typeof LeadSettings>

/** Empty: the usual label again. */
const title = line(40)
const some = <Key extends string>(keys: readonly Key[]) =>
  z.partialRecord(z.enum(keys as readonly [Key, ...Key[]]), title)

export const LeadSettingsChange = z
  .object({ stageTitles: some<Stage>(stages), outcomeTitles: some<Outcome>(outcomes), showValue: z.boolean() })
  .partial()
export type LeadSettingsChange = z.infer<typeof LeadSettingsChange>

export const leadSettings = resource(
  '/lead-settings',
  {
    read: member('leads.read').input(Nothing).output(LeadSettings),
    change: member('settings.write').input(LeadSettingsChange).output(LeadSettings),
  },
  { read: 'Get the labels of stages and outcomes', change: 'Update the labels of stages and outcomes' },
)
