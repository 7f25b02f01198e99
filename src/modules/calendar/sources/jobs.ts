import type { Ctx } from '#kernel/ctx.ts'
import { every, on, task } from '#kernel/jobs.ts'
import { appointmentBooked, appointmentCancelled, appointmentConfirmed, appointmentMoved } from '../events.ts'
import { accountsWithDueSources, enqueueDueSources, enqueueEventExport, syncSource } from './service/sync.ts'
import { syncCalendar } from './tasks.ts'

export const sync = task(syncCalendar, syncSource)

export const due = every('* * * * *', 'calendar.read-sources', enqueueDueSources, accountsWithDueSources)

const written = (ctx: Ctx, { appointmentId }: { appointmentId: string }) => enqueueEventExport(ctx, appointmentId)

export const booked = on(appointmentBooked, 'calendar.write-booked', written)
export const confirmed = on(appointmentConfirmed, 'calendar.write-confirmed', written)
export const moved = on(appointmentMoved, 'calendar.write-moved', written)
export const cancelled = on(appointmentCancelled, 'calendar.write-cancelled', written)
