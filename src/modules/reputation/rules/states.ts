/** open: someone should look at it. closed: nothing more is to be done, answered or not. */
export const reviewStates = ['open', 'closed'] as const
export type ReviewState = (typeof reviewStates)[number]
export const reviewStateNames: Record<ReviewState, string> = { open: 'Open', closed: 'Closed' }

/**
 * publishing: on its way to the platform. published: it stands there. marked: a member wrote it on the platform and says so.
 * failed: the platform refused it, and said why.
 */
export const responseStates = ['none', 'publishing', 'published', 'marked', 'failed'] as const
export type ResponseState = (typeof responseStates)[number]
export const responseStateNames: Record<ResponseState, string> = {
  none: 'No response',
  publishing: 'Publishing',
  published: 'Published',
  marked: 'Responded',
  failed: 'Failed',
}

/** What happened to a review on its platform. */
export const changeKinds = ['edited', 'deleted', 'restored'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** A platform's anonymous authors are no names. */
const nobodies = new Set(['', 'a google user', 'google user', 'anonymous', 'unknown'])
export const knownAuthor = (author: string | null | undefined): string | null => {
  const name = (author ?? '').trim()
  return nobodies.has(name.toLowerCase()) ? null : name
}

/** Minutes between two looks at a platform. */
export const SYNC_MINUTES = 15
/** After so many failures in a row the next look waits this long, a day at most. */
export const waitMinutes = (failures: number): number =>
  Math.min(SYNC_MINUTES * 2 ** Math.max(0, failures - 1), 24 * 60)
/** A review that is older when it is first seen is history, and no news. */
export const NEWS_DAYS = 7
