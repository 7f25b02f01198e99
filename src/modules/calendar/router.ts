import { expose } from '#kernel/expose.ts'
import { appointments } from './contract.ts'
import { calendarEntries } from './entries/contract.ts'
import * as entries from './entries/service.ts'
import { calendarFeeds } from './feeds/contract.ts'
import * as feeds from './feeds/service.ts'
import { calendarResources } from './resources/contract.ts'
import * as resources from './resources/service.ts'
import { appointmentSeries } from './series/contract.ts'
import * as series from './series/service.ts'
import * as book from './service/appointments.ts'
import { removeAttendee } from './service/attendance.ts'
import * as service from './service.ts'
import { calendarSources } from './sources/contract.ts'
import * as sources from './sources/service.ts'
import { calendarTypes } from './types/contract.ts'
import * as types from './types/service.ts'

export const appointmentsRouter = expose(appointments, {
  ...service,
  ...book,
  removeAttendee,
  export: service.exportCsv,
})
export const calendarResourcesRouter = expose(calendarResources, resources)
export const calendarTypesRouter = expose(calendarTypes, types)
export const appointmentSeriesRouter = expose(appointmentSeries, series)
export const calendarFeedsRouter = expose(calendarFeeds, feeds)
export const calendarSourcesRouter = expose(calendarSources, sources)
export const calendarEntriesRouter = expose(calendarEntries, { list: entries.list })
