import { z } from 'zod'
import { clockMoment } from '#clients/rules/dates.ts'
import { Id, Instant, member, Page, pageOf, prose, resource } from '#kernel/contract.ts'
import { Audience } from '#people/audience/contract.ts'
import { closureCauses } from './rules/closures.ts'

const Count = z.number().int()
const words = {
  cause: z.enum(closureCauses, 'Please choose the reason'),
  message: prose(300).pipe(z.string().min(1, 'Please write what people should know')),
  audience: Audience.prefault({ everybody: true }),
}

export const ClosureReach = z.object({
  /** Numbers that get a text, because someone there agreed to texts. */
  texts: Count,
  /** Numbers that are called, at once or from their morning on. */
  calls: Count,
  /** Of `calls`, those where it is night. */
  sleeping: Count,
  emails: Count,
  /** People whom none of it reaches. */
  unreached: Count,
  /** Seconds of one call. */
  seconds: Count,
  /** US cents at list prices. */
  cost: Count,
  obstacles: z.array(z.string()),
})
export type ClosureReach = z.infer<typeof ClosureReach>

/** `id` is made by the screen: pressed twice, it is one closure. */
export const NewClosure = z.object({
  id: Id,
  ...words,
  /** Until when it stands on the site, by the church's clock. */
  until: clockMoment(),
})
export type NewClosure = z.infer<typeof NewClosure>

export const Closure = z.object({
  id: Id,
  cause: z.enum(closureCauses),
  message: z.string(),
  until: Instant,
  endedAt: Instant.nullable(),
  createdAt: Instant,
  texts: z.object({ sent: Count, total: Count }),
  emails: z.object({ sent: Count, total: Count }),
  calls: z.object({ campaignId: Id.nullable(), completed: Count, total: Count }),
})
export type Closure = z.infer<typeof Closure>

const announceIt = member('settings.write').errors({
  TOO_OFTEN: { status: 429, message: 'You announced several closures today. Please wait before the next one.' },
})

export const closures = resource(
  '/closures',
  {
    list: member('messaging.write').input(Page).output(pageOf(Closure)),
    get: member('messaging.write')
      .input(z.object({ id: Id }))
      .output(Closure),
    /** Whom it would reach now, and how. */
    estimate: announceIt.input(z.object(words)).output(ClosureReach),
    create: announceIt.input(NewClosure).output(Closure),
    /** Takes the notice from the site; calls that were not placed yet are canceled. */
    end: announceIt.input(z.object({ id: Id })).output(Closure),
  },
  {
    list: 'List closures',
    get: 'Get a closure',
    estimate: 'Estimate whom a closure would reach',
    create: 'Announce a closure by text, call, email and on the site',
    end: 'End a closure',
  },
)
