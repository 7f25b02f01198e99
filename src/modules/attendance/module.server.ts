import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { attendance } from './contract.ts'
import { attendanceCheckedIn, attendanceFirstVisit, attendanceMissed } from './events.ts'
import * as jobs from './jobs.ts'
import { kioskRoutes } from './kiosk/http.ts'
import { attendanceRouter } from './router.ts'
import { seedAttendance } from './seed.ts'
import { attendanceTriggers } from './service/workflow-pieces.ts'

/** What is sent of a check-in: its event, and who it was. */
const ofEvent = {
  read: ['attendance', 'get'] as const,
  input: ({ appointmentId }: { appointmentId: string }) => ({ id: appointmentId }),
  details: ({ personId }: { personId: string }) => ({ personId }),
}

export default defineServerModule({
  name: 'attendance',
  workflowTriggers: attendanceTriggers,
  contract: { attendance },
  router: { attendance: attendanceRouter },
  jobs: [jobs],
  http: kioskRoutes,
  seed: [seed({ name: 'attendance', after: ['people', 'calendar'], run: seedAttendance })],
  webhookEvents: {
    'attendance.checked_in': webhookEvent({
      event: attendanceCheckedIn,
      summary: 'Someone was checked in at a service or event',
      ...ofEvent,
    }),
    'attendance.first_visit': webhookEvent({
      event: attendanceFirstVisit,
      summary: 'Someone new was checked in for the first time',
      ...ofEvent,
    }),
    'attendance.missed': webhookEvent({
      event: attendanceMissed,
      summary: 'A regular missed three weeks in a row',
      read: ['people', 'get'],
      input: ({ personId }) => ({ id: personId }),
    }),
  },
})
