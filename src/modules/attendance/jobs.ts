import { every, on } from '#kernel/jobs.ts'
import { attendanceCheckedIn } from './events.ts'
import { rememberCheckIn } from './service/check-ins.ts'
import { announceMissed, whoTakeAttendance } from './service/missed.ts'

export const checkedIn = on(attendanceCheckedIn, 'attendance.remember', rememberCheckIn)

/** Daily, as a Sunday's attendance may be entered on a weekday. */
export const missed = every('23 13 * * *', 'attendance.missed', announceMissed, whoTakeAttendance)
