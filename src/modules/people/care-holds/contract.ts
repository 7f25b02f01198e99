import { z } from 'zod'
import { day } from '#clients/rules/dates.ts'
import { Id, Instant, member, prose, resource } from '#kernel/contract.ts'
import { heldSources } from './rules.ts'

export const CareHold = z.object({
  /** Whose hold it is: the person, or someone they live with. */
  personId: Id,
  personName: z.string(),
  /** 2026-12-24, that day included; null: until it is lifted. */
  until: z.string().nullable(),
  isHousehold: z.boolean(),
  /** Null where it was set in a form or an import. */
  since: Instant.nullable(),
  startedByName: z.string().nullable(),
  /** Only for those who read pastoral notes. */
  reason: z.string().nullable(),
})
export type CareHold = z.infer<typeof CareHold>

export const HeldMessage = z.object({
  id: Id,
  at: Instant,
  channel: z.string(),
  source: z.enum(heldSources),
  /** Subject, first words, or the campaign's name; empty for anyone who may not read conversations. */
  what: z.string(),
})
export type HeldMessage = z.infer<typeof HeldMessage>

const OfPerson = z.object({ personId: Id })
const State = z.object({ holds: z.array(CareHold), held: z.array(HeldMessage) })

export const NewCareHold = OfPerson.extend({
  until: day().nullable(),
  isHousehold: z.boolean().default(true),
  /** Kept as a pastoral note. */
  reason: prose(2_000).default(''),
})
export type NewCareHold = z.infer<typeof NewCareHold>

/** A hard time: promotions, campaigns, reminders and workflow messages stop; answers and receipts are sent. */
export const careHolds = resource(
  '/care-holds',
  {
    of: member('people.read').input(OfPerson).output(State),
    start: member('people.write').input(NewCareHold).output(State),
    lift: member('people.write').input(OfPerson).output(State),
  },
  {
    of: 'Get the care holds of a person and what they held',
    start: 'Start a care hold',
    lift: 'Lift a care hold',
  },
)
