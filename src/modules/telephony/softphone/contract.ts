import { z } from 'zod'
import { external, Id, Instant, member, Nothing, resource } from '#kernel/contract.ts'

export const Softphone = z.object({
  /** By whom one talks in the browser: the sandbox has no sound; null where no API key is there. */
  by: z.enum(['twilio', 'sandbox']).nullable(),
})

/** Someone calls, and nobody has picked up. */
export const Ringing = z.object({
  id: Id,
  theirs: z.string(),
  name: z.string().nullable(),
  personId: Id.nullable(),
  /** It rings in browsers; else a phone rings, or a menu is heard. */
  here: z.boolean(),
})
export type Ringing = z.infer<typeof Ringing>

export const softphone = resource(
  '/softphone',
  {
    read: member('telephony.use').meta({ inPerson: true }).input(Nothing).output(Softphone),
    /** For a few minutes; of the sandbox it is empty. */
    token: external
      .member('telephony.use')
      .meta({ inPerson: true, secret: true })
      .input(Nothing)
      .output(z.object({ token: z.string(), identity: z.string(), expiresAt: Instant })),
    /** Incoming calls ring in this browser, as long as it says so every minute. */
    here: member('telephony.use')
      .meta({ inPerson: true })
      .input(z.object({ on: z.boolean() }))
      .output(Nothing),
    ringing: member('telephony.use')
      .meta({ inPerson: true })
      .input(Nothing)
      .output(z.object({ items: z.array(Ringing) })),
    /** In the sandbox; by Twilio the browser does it itself. */
    pick: external
      .member('telephony.use')
      .meta({ inPerson: true })
      .input(z.object({ id: Id, what: z.enum(['answer', 'decline']) }))
      .output(Nothing),
  },
  {
    read: 'Get the state of the browser phone',
    token: 'Create a token for the browser phone',
    here: 'Turn ringing in this browser on or off',
    ringing: 'List calls that are ringing',
    pick: 'Answer or decline a ringing call',
  },
  ['read', 'ringing'],
)
