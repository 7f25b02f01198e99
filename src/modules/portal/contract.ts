import { z } from 'zod'
import { Id, line, Nothing, personOf, resource } from '#kernel/contract.ts'

/** The church by the name in its addresses: /my/{church}. */
const Church = z.object({ church: line(100) })

export const PortalPerson = z.object({
  /** Who is signed in. */
  id: Id,
  name: z.string(),
  /** The person whom the pages are about: themselves, or a child. */
  forId: Id,
  /** Themselves and the children for whom they may act. */
  family: z.array(z.object({ id: Id, name: z.string() })),
})
export type PortalPerson = z.infer<typeof PortalPerson>

const channel = z.enum(['email', 'sms', 'voice'])

export const PortalChoice = z.object({
  topic: z.string(),
  name: z.string(),
  description: z.string(),
  on: z.boolean(),
  /** False where only something else can turn it on, such as the reply START; `note` says what. */
  canTurnOn: z.boolean(),
})
export const PortalAddress = z.object({
  channel,
  /** Normalized address or number. */
  value: z.string(),
  /** The address or number as people write it. */
  shown: z.string(),
  /** Why nothing is sent there now, or why a topic can't be turned on. */
  note: z.string().nullable(),
  choices: z.array(PortalChoice),
})
export type PortalAddress = z.infer<typeof PortalAddress>
export const PortalPreferences = z.object({
  business: z.string(),
  addresses: z.array(PortalAddress),
})
export type PortalPreferences = z.infer<typeof PortalPreferences>

export const PreferenceChange = z.object({
  channel,
  value: line(254),
  topic: line(100),
  on: z.boolean(),
})
export type PreferenceChange = z.infer<typeof PreferenceChange>

/**
 * For people signed in to a church's portal. Called below /my/{church}/rest/v1, since the session's cookie is sent there
 * alone.
 */
export const portal = resource(
  '/portal',
  {
    me: personOf('church').input(Church).output(PortalPerson),
    /** Acts for a child from now on, or for oneself again. */
    switchPerson: personOf('church')
      .input(Church.extend({ personId: Id }))
      .output(PortalPerson),
    signOut: personOf('church')
      .input(Church.extend({ everywhere: z.boolean().default(false) }))
      .output(Nothing),
    preferences: personOf('church').input(Church).output(PortalPreferences),
    /** Topics that are not named stay as they are. */
    setPreferences: personOf('church')
      .input(Church.extend({ changes: z.array(PreferenceChange).max(500) }))
      .output(PortalPreferences),
    /** Nothing but receipts and answers to any of their addresses and numbers. */
    stopAll: personOf('church').input(Church).output(PortalPreferences),
  },
  {
    me: 'Get the signed-in person',
    switchPerson: 'Act for another person of the household',
    signOut: 'Sign out of the portal',
    preferences: 'Get communication preferences',
    setPreferences: 'Update communication preferences',
    stopAll: 'Opt out of everything',
  },
  ['me', 'preferences'],
)
