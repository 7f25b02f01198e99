import { z } from 'zod'
import { Id, Instant, line, member, Nothing, resource } from '#kernel/contract.ts'
import { consentChannels, suppressionReasons } from '../rules/reasons.ts'

const Value = line(254).pipe(z.string().min(1))
const Of = z.object({ personId: Id, value: Value, channel: z.enum(consentChannels) })

export const Suppression = z.object({
  value: z.string(),
  channel: z.enum(consentChannels),
  /** Empty: the whole channel. */
  topic: z.string(),
  topicName: z.string(),
  reason: z.enum(suppressionReasons),
  /** reply, link, staff, import, carrier … */
  source: z.string(),
  /** How they said it, in the words of the person who recorded it; else how it came about. */
  how: z.string(),
  at: Instant,
  /** Recorded by staff, who may undo it; what people did themselves, only they can. */
  canLift: z.boolean(),
})
export type Suppression = z.infer<typeof Suppression>

export const NewSuppression = Of.extend({ how: line(500).pipe(z.string().min(1, 'Please say how they asked')) })
export type NewSuppression = z.infer<typeof NewSuppression>
export const Lift = Of.extend({ why: line(500).pipe(z.string().min(1, 'Please say why')) })
export type Lift = z.infer<typeof Lift>

/**
 * The suppressions that stand for a person's addresses and numbers, by reply, link or carrier; and what someone told
 * staff, which is recorded and lifted here (47 CFR 64.1200(a)(10)).
 */
export const suppressions = resource(
  '/suppressions',
  {
    of: member('people.read')
      .input(z.object({ personId: Id }))
      .output(z.object({ items: z.array(Suppression) })),
    add: member('people.write').input(NewSuppression).output(Nothing),
    /** Recorded by mistake, or they changed their mind: says why. */
    lift: member('settings.write').input(Lift).output(Nothing),
  },
  { of: 'List the opt-outs of a person', add: 'Record an opt-out', lift: 'Undo a recorded opt-out' },
  ['of'],
)
