import { z } from 'zod'
import { declareTask } from '#kernel/jobs.ts'

/** What attendees are told, and their reminders: apart from the change itself, since it needs to see confidential words. */
export const followUp = declareTask(
  'calendar.follow-up',
  z.object({
    appointmentId: z.uuid(),
    /** Null: nobody is told, reminders alone are made anew. */
    what: z.enum(['requested', 'booked', 'confirmed', 'moved', 'cancelled', 'waitlisted']).nullable(),
    /** One of its attendees alone, such as one who took or gave up a seat. */
    attendeeId: z.uuid().optional(),
  }),
)
