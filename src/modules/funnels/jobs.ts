import { attendanceCheckedIn } from '#attendance/events.ts'
import { every, on } from '#kernel/jobs.ts'
import { goalReached } from '#links/goals/events.ts'
import { countGoal, noticeCheckIn } from './service/goals.ts'
import { decideDue, whoseTestsEnd } from './service/tests.ts'
import { dueForPurge, purge } from './service.ts'

export const counting = on(goalReached, 'funnels.goals', countGoal)
export const attending = on(attendanceCheckedIn, 'funnels.attended', noticeCheckIn)
export const deciding = every('*/10 * * * *', 'funnels.tests', decideDue, whoseTestsEnd)
export const purging = every('51 3 * * *', 'funnels.purge', purge, dueForPurge)
