import { eq } from 'drizzle-orm'
import { every, on, task } from '#kernel/jobs.ts'
import { messageReceived } from '#messaging/events.ts'
import { scheduleReminders, sendDue, whoseAreDue } from './reminders/service.ts'
import { readReply } from './replies/service.ts'
import { extendSeries, whoseSeriesEnd } from './series/service.ts'
import { tellHosts } from './service/hosts.ts'
import { lapsePending, whoseRequestsLapse } from './service/lapse.ts'
import { tellAttendees } from './service/tell.ts'
import { appointments } from './tables.ts'
import { followUp } from './tasks.ts'

/** What is confidential about an appointment is for its guest to read, and nobody else. */
const rights = ['pastoral'] as const

export const told = task(
  followUp,
  (ctx, { appointmentId, what, attendeeId }) =>
    ctx.tx(async tx => {
      const [row] = await tx.db.select().from(appointments).where(eq(appointments.id, appointmentId))
      if (!row) return
      if (row.status === 'confirmed') await scheduleReminders(tx, row)
      if (what) await tellAttendees(tx, appointmentId, what, attendeeId)
      if (what && row.origin === 'booking') await tellHosts(tx, row, what)
    }),
  { rights },
)

export const reminders = every('* * * * *', 'calendar.reminders', async ctx => void (await sendDue(ctx)), whoseAreDue, {
  rights,
})

export const lapse = every('*/10 * * * *', 'calendar.lapse', lapsePending, whoseRequestsLapse, { rights })

export const replied = on(
  messageReceived,
  'calendar.replied',
  async (ctx, { messageId, automatic }) => {
    if (!automatic) await readReply(ctx, messageId)
  },
  { rights },
)

export const extend = every('17 4 * * *', 'calendar.extend-series', extendSeries, whoseSeriesEnd)
