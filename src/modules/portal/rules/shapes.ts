/** What the portal's pages show; `contract.ts` has the same as schemas. */
export interface PortalPerson {
  id: string
  name: string
  forId: string
  family: readonly { id: string; name: string }[]
}

export type Channel = 'email' | 'sms' | 'voice'

export interface PortalAddress {
  channel: Channel
  value: string
  shown: string
  note: string | null
  choices: readonly { topic: string; name: string; description: string; on: boolean; canTurnOn: boolean }[]
}

export interface PortalPreferences {
  business: string
  addresses: readonly PortalAddress[]
}
