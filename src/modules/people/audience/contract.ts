import { z } from 'zod'
import { Id, line, member, pageOf, resource } from '#kernel/contract.ts'
import { leftOutReasons } from './rules/reasons.ts'

const ids = z.array(Id).max(500, 'At most 500').default([])
const chosen = { segments: ids, tags: ids, groups: ids, people: ids }

/** For whom something is meant: everyone, or people in one of these; without those in one of `exclude`. */
export const Audience = z.object({
  everybody: z.boolean().default(false),
  ...chosen,
  exclude: z.object(chosen).prefault({}),
  /** What is meant for minors goes to the adults of their household instead. */
  guardians: z.boolean().default(false),
  /** Of a household only one gets it: its primary adult, or else the eldest. */
  perHousehold: z.boolean().optional(),
})
export type Audience = z.infer<typeof Audience>

export const audienceChannels = ['sms', 'email', 'voice'] as const
const question = {
  audience: Audience,
  channel: z.enum(audienceChannels),
  /** What the consent must be for: newsletter, a list … */
  topic: line(100).default(''),
}

export const LeftOut = z.enum(leftOutReasons)
const Named = z.object({ id: Id, name: z.string() })

export const Breakdown = z.object({
  /** People chosen, after `exclude`. */
  total: z.number().int(),
  /** Adults who were taken in for minors. */
  guardians: z.number().int(),
  /** Numbers or addresses that get it: total and guardians without all who are left out. */
  reached: z.number().int(),
  /** People by why they get nothing themselves; everyone is counted once. */
  leftOut: z.array(z.object({ reason: LeftOut, people: z.number().int() })),
  /** Three of those who are reached. */
  samples: z.array(Named),
})
export type Breakdown = z.infer<typeof Breakdown>

export const audience = resource(
  '/audience',
  {
    /** What would become of it if it were sent now. */
    breakdown: member('people.read').input(z.object(question)).output(Breakdown),
    /** Who stands behind one of its figures. */
    people: member('people.read')
      .input(
        z.object({
          ...question,
          reason: z.union([LeftOut, z.enum(['reached', 'chosen'])]),
          cursor: z.string().max(20).optional(),
          limit: z.coerce.number().int().min(1).max(200).default(50),
        }),
      )
      .output(pageOf(Named.extend({ value: z.string().nullable() }))),
  },
  { breakdown: 'Count who an audience reaches and who it leaves out', people: 'List the people of an audience' },
)
