import { defineServerModule, seed, webhookEvent } from '#kernel/server-modules.ts'
import { bookingRoutes } from './booking/http.ts'
import { appointments } from './contract.ts'
import { calendarEntries } from './entries/contract.ts'
import {
  appointmentBooked,
  appointmentCancelled,
  appointmentCompleted,
  appointmentConfirmed,
  appointmentMoved,
  appointmentNoShow,
  seatTaken,
} from './events.ts'
import { calendarFeeds } from './feeds/contract.ts'
import { feedRoutes } from './feeds/http.ts'
import { guestRoutes } from './guest/http.ts'
import * as jobs from './jobs.ts'
import { portalRoutes } from './portal/http.ts'
import { calendarResources } from './resources/contract.ts'
import {
  appointmentSeriesRouter,
  appointmentsRouter,
  calendarEntriesRouter,
  calendarFeedsRouter,
  calendarResourcesRouter,
  calendarSourcesRouter,
  calendarTypesRouter,
} from './router.ts'
import { scheduleRoutes } from './schedule/http.ts'
import { seedOperatorTypes } from './schedule/service.ts'
import { seedCalendar } from './seed.ts'
import { appointmentSeries } from './series/contract.ts'
import { appointmentActions, appointmentTriggers } from './service/workflow-pieces.ts'
import { calendarSources } from './sources/contract.ts'
import * as sourceJobs from './sources/jobs.ts'
import * as sourceTasks from './sources/tasks.ts'
import * as tasks from './tasks.ts'
import { calendarTypes } from './types/contract.ts'

/** What is sent of an appointment. */
const whole = {
  read: ['appointments', 'get'] as const,
  input: ({ appointmentId }: { appointmentId: string }) => ({ id: appointmentId }),
}

export default defineServerModule({
  name: 'calendar',
  workflowTriggers: appointmentTriggers,
  workflowActions: appointmentActions,
  contract: {
    appointments,
    calendarTypes,
    calendarResources,
    appointmentSeries,
    calendarFeeds,
    calendarSources,
    calendarEntries,
  },
  router: {
    appointments: appointmentsRouter,
    calendarTypes: calendarTypesRouter,
    calendarResources: calendarResourcesRouter,
    appointmentSeries: appointmentSeriesRouter,
    calendarFeeds: calendarFeedsRouter,
    calendarSources: calendarSourcesRouter,
    calendarEntries: calendarEntriesRouter,
  },
  jobs: [jobs, sourceJobs],
  tasks: [tasks, sourceTasks],
  // The guest's own page first: its path has one part more than a type's.
  http: [...guestRoutes, ...bookingRoutes, ...feedRoutes, ...scheduleRoutes, ...portalRoutes],
  seed: [
    seed({ name: 'calendar', after: ['people'], run: seedCalendar }),
    seed({ name: 'operator-calendar', account: 'operator', run: seedOperatorTypes }),
  ],
  webhookEvents: {
    'appointment.booked': webhookEvent({ event: appointmentBooked, summary: 'An appointment was booked', ...whole }),
    'appointment.confirmed': webhookEvent({
      event: appointmentConfirmed,
      summary: 'An appointment was confirmed',
      ...whole,
    }),
    'appointment.moved': webhookEvent({ event: appointmentMoved, summary: 'An appointment was moved', ...whole }),
    'appointment.cancelled': webhookEvent({
      event: appointmentCancelled,
      summary: 'An appointment was canceled',
      ...whole,
    }),
    'appointment.completed': webhookEvent({
      event: appointmentCompleted,
      summary: 'An appointment took place',
      ...whole,
    }),
    'appointment.no_show': webhookEvent({
      event: appointmentNoShow,
      summary: 'A guest did not come to an appointment',
      ...whole,
    }),
    'appointment.seat_taken': webhookEvent({
      event: seatTaken,
      summary: 'Someone took a seat or a place on a waitlist',
      ...whole,
      details: ({ attendeeId }) => ({ attendeeId }),
    }),
  },
})
