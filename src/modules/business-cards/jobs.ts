import { memberRemoved } from '#clients/events.ts'
import { every, on } from '#kernel/jobs.ts'
import { memberLeft } from './service/team.ts'
import { dueForPurge, purge } from './service.ts'

export const leaving = on(memberRemoved, 'business-cards.member-left', memberLeft)

export const purging = every('43 3 * * *', 'business-cards.purge', purge, dueForPurge)
