import { type AutomationTrigger, defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'calendar',
  routes: [
    { path: 'calendar', file: 'screens/calendar.tsx', frame: 'app' },
    { path: 'appointments', file: 'screens/appointments.tsx', frame: 'app' },
    { path: 'calendar/types', file: 'screens/types.tsx', frame: 'app' },
    { path: 'calendar/types/:id', file: 'screens/type.tsx', frame: 'app' },
  ],
  navigation: [
    {
      label: 'Appointments',
      path: '/appointments',
      order: 10,
      group: 'Ministry',
      icon: 'IconCalendarEvent',
      permission: 'calendar.read',
    },
    {
      label: 'Calendar',
      path: '/calendar',
      order: 20,
      group: 'Ministry',
      icon: 'IconCalendar',
      permission: 'calendar.read',
    },
  ],
  actions: [
    {
      label: 'New appointment',
      path: '/calendar?add=1',
      order: 30,
      icon: 'IconCalendarEvent',
      permission: 'calendar.write',
    },
  ],
  tiles: [
    {
      label: 'Appointments',
      size: 'figure',
      order: 30,
      permissions: ['calendar.read'],
      load: () => import('./widgets/tiles.tsx').then(file => file.AppointmentsTile),
    },
    {
      label: 'Upcoming Appointments',
      size: 'half',
      order: 20,
      permissions: ['calendar.read'],
      load: () => import('./widgets/upcoming.tsx').then(file => file.UpcomingAppointments),
    },
  ],
  needs: [
    {
      name: 'appointment-requests',
      order: 15,
      permission: 'calendar.write',
      load: () => import('./widgets/needs-me.tsx').then(file => file.AppointmentRequests),
    },
    {
      name: 'flagged-appointments',
      order: 16,
      permission: 'calendar.write',
      load: () => import('./widgets/needs-me.tsx').then(file => file.FlaggedAppointments),
    },
  ],
  panels: {
    person: [
      {
        label: 'Appointments',
        order: 20,
        permission: 'calendar.read',
        load: () => import('./widgets/appointments-of-person.tsx').then(file => file.AppointmentsOfPerson),
      },
    ],
  },
  portalSections: [
    { label: 'Appointments', description: 'See, move or cancel what you booked.', order: 10, path: 'appointments' },
  ],
  automationActions: {
    'calendar.send_link': {
      label: 'Send a booking link',
      icon: 'IconCalendarShare',
      permission: 'messaging.write',
      form: () => import('./widgets/workflow-link.tsx').then(file => file.LinkForm),
      sentence: ({ typeId, channel }, name) =>
        `${channel === 'sms' ? 'Text' : 'Email'} the booking link of “${typeId ? name('appointmentType', typeId) : '…'}”`,
    },
  },
  automationTriggers: {
    'appointment.booked': appointmentTrigger('Appointment booked', type => `someone books ${type}`),
    'appointment.cancelled': appointmentTrigger('Appointment canceled', type => `${type} is canceled`),
    'appointment.completed': appointmentTrigger('Appointment completed', type => `${type} has taken place`),
    'appointment.no_show': appointmentTrigger('No-show', type => `someone does not come to ${type}`),
  },
  emailBlocks: {
    booking: {
      label: 'Booking',
      icon: 'IconCalendarTime',
      form: () => import('./widgets/email-booking.tsx').then(file => file.EmailBookingForm),
    },
  },
  timelineKinds: {
    'appointment.booked': { sentence: () => 'Appointment booked', href: appointmentHref, icon: 'IconCalendarEvent' },
    'appointment.cancelled': {
      sentence: () => 'Appointment canceled',
      href: appointmentHref,
      icon: 'IconCalendarEvent',
    },
    'appointment.completed': {
      sentence: () => 'Appointment took place',
      href: appointmentHref,
      icon: 'IconCalendarEvent',
    },
    'appointment.no_show': {
      sentence: () => 'Did not come to an appointment',
      href: appointmentHref,
      icon: 'IconCalendarEvent',
    },
  },
  notificationKinds: { appointment: { label: 'A guest books, moves or cancels an appointment with you', mail: true } },
  statuses: {
    appointment: { pending: 'yellow', confirmed: 'green', completed: 'blue', cancelled: 'grey', no_show: 'red' },
  },
  topics: { calendar: 'calendar.read' },
  sampleIds: {
    'calendar/types/:id': { list: '/calendar-types?limit=1' },
    'appointments?appointment=:id': { list: '/appointments?limit=1' },
  },
})

function appointmentHref(data: Record<string, unknown>): string | null {
  return typeof data.appointmentId === 'string' ? `/appointments?appointment=${data.appointmentId}` : null
}

function appointmentTrigger(label: string, sentence: (type: string) => string): AutomationTrigger {
  return {
    label,
    icon: 'IconCalendarEvent',
    form: () => import('./widgets/workflow-type.tsx').then(file => file.TypeChoice),
    sentence: ({ typeId }, name) =>
      sentence(typeId ? `an appointment of the type “${name('appointmentType', typeId)}”` : 'an appointment'),
  }
}
