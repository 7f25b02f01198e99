import { defineModule } from '#kernel/modules.ts'

const href = (data: Record<string, unknown>): string | null =>
  typeof data.appointmentId === 'string' ? `/attendance/${data.appointmentId}` : null

export default defineModule({
  name: 'attendance',
  routes: [
    { path: 'attendance', file: 'screens/attendance.tsx', frame: 'app' },
    { path: 'attendance/missed', file: 'screens/missed.tsx', frame: 'app' },
    { path: 'attendance/:id', file: 'screens/event.tsx', frame: 'app' },
  ],
  automationTriggers: {
    'attendance.checked_in': { label: 'Checked in', icon: 'IconUserCheck', sentence: () => 'someone is checked in' },
    'attendance.first_visit': {
      label: 'First visit',
      icon: 'IconDoorEnter',
      sentence: () => 'someone new is checked in for the first time',
    },
    'attendance.missed': {
      label: 'Missed three Sundays',
      icon: 'IconCalendarOff',
      sentence: () => 'a regular has missed three Sundays',
    },
  },
  navigation: [
    {
      label: 'Attendance',
      path: '/attendance',
      order: 30,
      group: 'Ministry',
      icon: 'IconUsersGroup',
      permission: 'calendar.read',
    },
  ],
  needs: [
    {
      name: 'missed-regulars',
      order: 30,
      permission: 'people.read',
      load: () => import('./widgets/needs-me.tsx').then(file => file.MissedRegulars),
    },
  ],
  panels: {
    person: [
      {
        label: 'Attendance',
        order: 30,
        permission: 'people.read',
        load: () => import('./widgets/attendance-of-person.tsx').then(file => file.AttendanceOfPerson),
      },
    ],
  },
  timelineKinds: {
    'attendance.checked_in': { sentence: () => 'Checked in at a service or event', href, icon: 'IconUsersGroup' },
    'attendance.first_visit': { sentence: () => 'First visit', href, icon: 'IconUsersGroup' },
  },
  topics: { attendance: 'calendar.read' },
  sampleIds: { 'attendance/:id': { list: '/attendance?limit=1' } },
})
