import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const person = { personId: z.uuid(), userId: z.uuid().nullable(), at: z.coerce.date() }

export const personCreated = event('person.created', z.object(person))
export const taskDone = event('task.done', z.object({ ...person, taskId: z.uuid() }))
