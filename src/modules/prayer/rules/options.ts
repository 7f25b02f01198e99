export const visibilities = ['staff', 'prayer_team', 'church', 'public'] as const
export type Visibility = (typeof visibilities)[number]
export const visibilityNames: Record<Visibility, string> = {
  staff: 'Staff only',
  prayer_team: 'Prayer team',
  church: 'Church',
  public: 'Public wall',
}
/** What a requester agrees to, in their words; kept with their consent. */
export const consentWords: Record<Visibility, string> = {
  staff: 'Only the pastors and staff may read it.',
  prayer_team: 'The prayer team may read it too.',
  church: 'People of the church may read it too.',
  public: 'Everyone may read it on the prayer wall.',
}
export const isWider = (one: Visibility, than: Visibility): boolean =>
  visibilities.indexOf(one) > visibilities.indexOf(than)

export const statuses = ['new', 'praying', 'answered', 'archived'] as const
export type Status = (typeof statuses)[number]
export const statusNames: Record<Status, string> = {
  new: 'New',
  praying: 'Praying',
  answered: 'Answered',
  archived: 'Archived',
}

export const moderations = ['pending', 'approved', 'rejected'] as const
export type Moderation = (typeof moderations)[number]
export const moderationNames: Record<Moderation, string> = {
  pending: 'Waiting for approval',
  approved: 'Approved',
  rejected: 'Rejected',
}

export const sources = ['staff', 'form', 'kiosk', 'text', 'portal', 'conversation', 'connect-card'] as const
export type Source = (typeof sources)[number]

export const usualCategories = ['Health', 'Family', 'Grief', 'Work', 'Guidance', 'Thanksgiving', 'Other'] as const
export const digests = ['off', 'daily', 'weekly'] as const

/** A request expires so many days after the last time something happened with it. */
export const EXPIRY_DAYS = 30
/** So many days before, its writer is asked how it is. */
export const ASK_DAYS = 3
/** Requests an hour: from one device, or model of phone, on one network; and from all of a congregation's network. */
export const AN_HOUR = { device: 20, mine: 300 } as const
/** At a kiosk, which counts by itself. */
export const KIOSK_AN_HOUR = { mine: 120 } as const
export const SHORTEST = 5
export const LONGEST = 2_000
