import { expect, test } from 'vitest'
import { type AccessFacts, decideAccess, laterEnd } from './access.ts'

const now = new Date('2026-11-25T12:00:00Z')
const [past, future] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-12-24T00:00:00Z')]
const grant = { startsAt: past, expiresAt: null, revokedAt: null }
const lesson = {
  isRemoved: false,
  drip: 'open' as const,
  isFirst: false,
  isNext: false,
  unlockAt: null,
  wasOpened: false,
  isUnlocked: false,
}
type Changes = Partial<Omit<AccessFacts, 'lesson'>> & { lesson?: Partial<NonNullable<AccessFacts['lesson']>> }
const decided = ({ lesson: changed, ...rest }: Changes) => {
  const answer = decideAccess({
    course: { state: 'published', isDeleted: false },
    grants: [grant],
    enrollment: { isSuspended: false },
    now,
    ...rest,
    lesson: { ...lesson, ...changed },
  })
  return answer.isOpen ? 'open' : answer.why
}

/** Every refusal, and every way around it: what pages, media, comments, search and the API ask. */
test.each<[string, Changes, string]>([
  ['enrolled, no drip', {}, 'open'],
  ['never enrolled', { enrollment: null, grants: [] }, 'not_enrolled'],
  ['a grant and no enrollment', { enrollment: null }, 'not_enrolled'],
  ['an enrollment whose grants were all deleted', { grants: [] }, 'not_enrolled'],
  ['a grant that begins later', { grants: [{ ...grant, startsAt: future }] }, 'not_started'],
  ['a grant that expired', { grants: [{ ...grant, expiresAt: past }] }, 'ended'],
  ['a grant that expires this instant', { grants: [{ ...grant, expiresAt: now }] }, 'ended'],
  ['a grant that expires later', { grants: [{ ...grant, expiresAt: future }] }, 'open'],
  ['a revoked grant', { grants: [{ ...grant, revokedAt: past }] }, 'ended'],
  ['a grant that is revoked from a date on, before it', { grants: [{ ...grant, revokedAt: future }] }, 'open'],
  ['one of two grants ended', { grants: [{ ...grant, expiresAt: past }, grant] }, 'open'],
  ['suspended', { enrollment: { isSuspended: true } }, 'suspended'],
  ['course unpublished', { course: { state: 'draft', isDeleted: false } }, 'unpublished'],
  ['course archived', { course: { state: 'archived', isDeleted: false } }, 'unpublished'],
  ['course deleted', { course: { state: 'published', isDeleted: true } }, 'not_found'],
  ['lesson removed', { lesson: { isRemoved: true } }, 'not_found'],
  ['lesson removed that was opened', { lesson: { isRemoved: true, wasOpened: true } }, 'not_found'],
  ['sequential, the one before is open', { lesson: { drip: 'sequential' } }, 'locked_after'],
  ['sequential, the first one', { lesson: { drip: 'sequential', isFirst: true } }, 'open'],
  ['sequential, the one before is done', { lesson: { drip: 'sequential', isNext: true } }, 'open'],
  ['sequential, opened before the order changed', { lesson: { drip: 'sequential', wasOpened: true } }, 'open'],
  ['sequential, unlocked by the team', { lesson: { drip: 'sequential', isUnlocked: true } }, 'open'],
  ['days, not yet', { lesson: { drip: 'days', unlockAt: future } }, 'locked_until'],
  ['days, this instant', { lesson: { drip: 'days', unlockAt: now } }, 'open'],
  ['days, never worked out', { lesson: { drip: 'days' } }, 'locked_until'],
  ['days, opened before the rule changed', { lesson: { drip: 'days', unlockAt: future, wasOpened: true } }, 'open'],
  ['days, unlocked by the team', { lesson: { drip: 'days', unlockAt: future, isUnlocked: true } }, 'open'],
  ['date, not yet', { lesson: { drip: 'date', unlockAt: future } }, 'locked_until'],
  ['date, past', { lesson: { drip: 'date', unlockAt: past } }, 'open'],
  ['opened, but access has ended', { grants: [{ ...grant, expiresAt: past }], lesson: { wasOpened: true } }, 'ended'],
  ['unlocked, but suspended', { enrollment: { isSuspended: true }, lesson: { isUnlocked: true } }, 'suspended'],
])('%s: %s', (_, changes, answer) => {
  expect(decided(changes)).toBe(answer)
})

test('of two grants of one source the later end counts, and none is the latest', () => {
  expect(laterEnd(past, future)).toBe(future)
  expect(laterEnd(future, null)).toBeNull()
})
