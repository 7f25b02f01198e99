import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { WorkflowTrigger } from '#kernel/server-modules.ts'
import { attendanceCheckedIn, attendanceFirstVisit, attendanceMissed } from '../events.ts'

const input = z.object({})
const person = ({ personId }: { personId: string }) => personId
const among = (rows: ReturnType<typeof sql>) => sql`people.id in (${rows})`

export const attendanceTriggers: Record<string, WorkflowTrigger> = {
  'attendance.checked_in': {
    event: attendanceCheckedIn,
    input,
    person,
    existing: () => among(sql`select c.person_id from attendance_check_ins c where c.client_id = people.client_id`),
  },
  'attendance.first_visit': {
    event: attendanceFirstVisit,
    input,
    person,
    existing: () =>
      among(sql`select c.person_id from attendance_check_ins c where c.client_id = people.client_id and c.is_first`),
  },
  'attendance.missed': {
    event: attendanceMissed,
    input,
    person,
    existing: () =>
      among(sql`select a.person_id from attendance_absences a where a.client_id = people.client_id
        and a.handled_at is null`),
  },
}
