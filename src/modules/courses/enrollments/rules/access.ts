/** Where the right to a course comes from. With the row that gave it, it is one grant for each person and course. */
export const grantKinds = [
  'leader',
  'free',
  'code',
  'purchase',
  'subscription',
  'audience',
  'workflow',
  'pathway',
  'import',
] as const
export type GrantKind = (typeof grantKinds)[number]
export const grantNames: Record<GrantKind, string> = {
  leader: 'Added by the team',
  free: 'Signed up',
  code: 'Access code',
  purchase: 'Purchase',
  subscription: 'Subscription',
  audience: 'Group or tag',
  workflow: 'Automation',
  pathway: 'Pathway',
  import: 'Import',
}

export interface Grant {
  startsAt: Date
  /** Null: it doesn't end. */
  expiresAt: Date | null
  revokedAt: Date | null
}
export const isValid = ({ startsAt, expiresAt, revokedAt }: Grant, now: Date): boolean =>
  startsAt <= now && (expiresAt === null || expiresAt > now) && (revokedAt === null || revokedAt > now)

/** All that decides whether someone may open a lesson now. */
export interface AccessFacts {
  course: { state: 'draft' | 'published' | 'archived'; isDeleted: boolean }
  /** Undefined: the course itself. */
  lesson?: {
    isRemoved: boolean
    drip: 'open' | 'sequential' | 'days' | 'date'
    /** The first lesson of the course. */
    isFirst: boolean
    /** Every required lesson before it is completed. */
    isNext: boolean
    /** Stored for this learner, of `days` and `date`; null where it was never worked out. */
    unlockAt: Date | null
    /** They opened it before: it is never locked again. */
    wasOpened: boolean
    /** A member of the team unlocked it for them. */
    isUnlocked: boolean
  }
  grants: readonly Grant[]
  /** Null: they never enrolled. */
  enrollment: { isSuspended: boolean } | null
  now: Date
}

export const refusals = [
  'not_found',
  'unpublished',
  'not_enrolled',
  'not_started',
  'ended',
  'suspended',
  'locked_until',
  'locked_after',
] as const
export type Refusal = (typeof refusals)[number]
export type Access = { isOpen: true } | { isOpen: false; why: Refusal; until?: Date }

/**
 * Whether someone may open a lesson, or a course: the only place that decides it, for pages, media, comments, search, the
 * API and feeds.
 */
export function decideAccess(facts: AccessFacts): Access {
  const { course, lesson, grants, enrollment, now } = facts
  const refused = (why: Refusal, until?: Date): Access => ({ isOpen: false, why, ...(until && { until }) })
  if (course.isDeleted || lesson?.isRemoved) return refused('not_found')
  const byGrants = grantRefusal(grants, enrollment, now)
  if (byGrants) return refused(...byGrants)
  if (course.state !== 'published') return refused('unpublished')
  if (!lesson || lesson.wasOpened || lesson.isUnlocked) return { isOpen: true }
  if (lesson.drip === 'sequential' && !lesson.isFirst && !lesson.isNext) return refused('locked_after')
  const isTimed = lesson.drip === 'days' || lesson.drip === 'date'
  if (isTimed && (lesson.unlockAt === null || lesson.unlockAt > now))
    return refused('locked_until', lesson.unlockAt ?? undefined)
  return { isOpen: true }
}

function grantRefusal(
  grants: readonly Grant[],
  enrollment: AccessFacts['enrollment'],
  now: Date,
): [Refusal, Date?] | undefined {
  if (!enrollment || grants.length === 0) return ['not_enrolled']
  if (enrollment.isSuspended) return ['suspended']
  if (grants.some(grant => isValid(grant, now))) return
  const next = grants.filter(({ startsAt, revokedAt }) => !revokedAt && startsAt > now).map(({ startsAt }) => startsAt)
  if (next.length > 0) return ['not_started', new Date(Math.min(...next.map(Number)))]
  return ['ended']
}

/** Of two ends the later one; null is no end at all. */
export const laterEnd = (a: Date | null, b: Date | null): Date | null =>
  a === null || b === null ? null : a > b ? a : b
