import { z } from 'zod'
import { event } from '#kernel/jobs.ts'

const person = { personId: z.uuid(), userId: z.uuid().nullable(), at: z.coerce.date() }

export const personCreated = event('person.created', z.object(person))
export const taskDone = event('task.done', z.object({ ...person, taskId: z.uuid() }))
export const personTagged = event('person.tagged', z.object({ ...person, tagId: z.uuid(), isAdded: z.boolean() }))
/** Fields that have another value now; `custom.<id>` is one of the church's own. */
export const personChanged = event('person.changed', z.object({ ...person, fields: z.array(z.string()).min(1) }))
