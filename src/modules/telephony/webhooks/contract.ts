import { z } from 'zod'
import { ById, Flag, Id, Instant, member, Page, pageOf, resource } from '#kernel/contract.ts'
import { eventRoutes } from '../rules/states.ts'

export const CarrierNotice = z.object({
  id: Id,
  route: z.enum(eventRoutes),
  /** What it is about, in a few words. */
  about: z.string(),
  /** What was posted, name by name. */
  payload: z.record(z.string(), z.string()),
  receivedAt: Instant,
  processedAt: Instant.nullable(),
  error: z.string().nullable(),
  attempts: z.number().int(),
  /** How often the same came again. */
  copies: z.number().int(),
})
export type CarrierNotice = z.infer<typeof CarrierNotice>

export const NoticeFilter = Page.extend({ route: z.enum(eventRoutes).optional(), failed: Flag.optional() })
export type NoticeFilter = z.infer<typeof NoticeFilter>

/** Every proven notice of the carrier, newest first. */
export const carrierWebhooks = resource(
  '/carrier-webhooks',
  {
    list: member('telephony.settings').input(NoticeFilter).output(pageOf(CarrierNotice)),
    /** Does what it means again; what is done already stays as it is. */
    replay: member('telephony.settings').input(ById).output(CarrierNotice),
  },
  { list: 'List webhook events from the carrier', replay: 'Process a carrier event again' },
)
