import { z } from 'zod'
import { member, Nothing, resource } from '#kernel/contract.ts'

export const TelephonySummary = z.object({
  /** Which carrier is used, and whether it is one for trying. */
  carrier: z.enum(['twilio', 'sandbox']),
  trial: z.boolean(),
  activeNumbers: z.number().int(),
  callsToday: z.object({ in: z.number().int(), out: z.number().int() }),
  textsToday: z.object({ sent: z.number().int(), delivered: z.number().int() }),
  /** Of this month, in millionths; `pending` rows have no price yet. */
  cost: z.object({ amount: z.number().int(), currency: z.string(), pending: z.number().int() }),
})

/** The tiles. */
export const telephony = resource(
  '/telephony',
  {
    summary: member('telephony.use').input(Nothing).output(TelephonySummary),
    /** Texts that a carrier took: all that ever left, and those of today. */
    sent: member('analytics.read')
      .input(Nothing)
      .output(z.object({ ever: z.number().int(), today: z.number().int() })),
  },
  { summary: 'Get the state of the phone system', sent: 'Count texts and calls' },
  ['summary', 'sent'],
)
