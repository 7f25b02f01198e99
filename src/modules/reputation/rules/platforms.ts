export const platforms = ['google', 'facebook', 'yelp', 'trustpilot'] as const
export type Platform = (typeof platforms)[number]

export const platformNames: Record<Platform, string> = {
  google: 'Google',
  facebook: 'Facebook',
  yelp: 'Yelp',
  trustpilot: 'Trustpilot',
}

/** What a platform lets other programs do. */
export interface Abilities {
  /** here: a response is written from Lampstand. there: it is written on the platform, and marked here. */
  respond: 'here' | 'there'
  /** Whether people may be asked for a review on it. */
  canBeRequested: boolean
  /** Characters of a response. */
  longestResponse: number
  /** The same in words. */
  limitText: string
  /** What the screen says of it. */
  note: string
}

/** From the platforms' own documentation and terms of use. */
export const abilities: Record<Platform, Abilities> = {
  google: {
    respond: 'here',
    canBeRequested: true,
    longestResponse: 4_096,
    limitText: '4,096 characters',
    note: 'New and edited reviews come in every 15 minutes. You respond from here. Google does not say when a review is deleted.',
  },
  facebook: {
    respond: 'there',
    canBeRequested: true,
    longestResponse: 8_000,
    limitText: '8,000 characters',
    note: 'Facebook doesn’t share recommendations with other programs. Import them from a file, respond on Facebook, and mark it here.',
  },
  yelp: {
    respond: 'there',
    canBeRequested: false,
    longestResponse: 5_000,
    limitText: '5,000 characters',
    note: 'Yelp lets only its partners respond. Import reviews from a file, respond on Yelp, and mark it here.',
  },
  trustpilot: {
    respond: 'there',
    canBeRequested: true,
    longestResponse: 10_000,
    limitText: '10,000 characters',
    note: 'Import reviews from a file, respond on Trustpilot, and mark it here.',
  },
}
