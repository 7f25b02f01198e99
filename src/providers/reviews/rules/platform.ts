interface Entry {
  /** Names the entry; reviews of other entries are never mixed in. */
  entry: string
}
export interface SandboxAccess extends Entry {
  kind: 'sandbox'
}
/** The entry is `accounts/1/locations/2`. An adapter that gets a new refresh token puts it here, and its caller keeps it. */
export interface GoogleAccess extends Entry {
  kind: 'google'
  clientId: string
  clientSecret: string
  refreshToken: string
}
/** What opens a church's entry on a platform. */
export type ReviewAccess = SandboxAccess | GoogleAccess

/** A review as it stands on its platform. `rating` is 1 to 5; `author` is null where the platform says none, such as “A Google User”. */
export interface PlatformReview {
  externalId: string
  rating: number
  title: string
  content: string
  author: string | null
  reviewedAt: Date
  /** The owner's answer, and when it was written. */
  response: string | null
  respondedAt: Date | null
}

export interface ReviewPage {
  reviews: PlatformReview[]
  /** Ids of reviews that the platform says were deleted. A review that is missing in a page is not among them. */
  removed: string[]
  /** Where to go on reading, after this page or at the next time. */
  cursor: string
  /** More is there now. */
  hasMore: boolean
}

/** The platform refused for good, and says why: such as a response that breaks its policy. */
export class ReviewRefused extends Error {}
/** The review is no longer there. */
export class ReviewGone extends Error {}

/** Everything may fail for now (429, 5xx, no connection): any other error is worth a retry. Not to be called inside a transaction. */
export interface ReviewPlatform<Access extends ReviewAccess = any> {
  /** Reviews that are new, edited or deleted since `cursor`; everything where it is empty. */
  changes(access: Access, cursor: string): Promise<ReviewPage>
  /** Writes or replaces the owner's response. @throws ReviewGone, ReviewRefused */
  respond(access: Access, externalId: string, text: string): Promise<{ respondedAt: Date }>
  /** Takes the response back; one that isn't there is no error. @throws ReviewGone */
  deleteResponse(access: Access, externalId: string): Promise<void>
}
