import { z } from 'zod'
import { moment } from '#clients/rules/dates.ts'
import { ById, Flag, Id, Instant, line, member, Nothing, Page, pageOf, resource, Version } from '#kernel/contract.ts'

export const Task = z.object({
  id: Id,
  title: z.string(),
  personId: Id.nullable(),
  personName: z.string().nullable(),
  assigneeId: Id.nullable(),
  dueAt: Instant.nullable(),
  doneAt: Instant.nullable(),
  createdAt: Instant,
  version: Version,
})
export type Task = z.infer<typeof Task>

const title = line(300).pipe(z.string().min(1, 'Please enter a task'))
const dueAt = moment().nullish()

export const TaskFilter = Page.extend({
  personId: Id.optional(),
  assigneeId: Id.optional(),
  /** Open ones only, unless said. */
  done: Flag.optional(),
  /** Due until the end of today in the church's zone, or without a date. */
  due: Flag.optional(),
})
export type TaskFilter = z.infer<typeof TaskFilter>

export const tasks = resource(
  '/tasks',
  {
    list: member('tasks.read').input(TaskFilter).output(pageOf(Task)),
    get: member('tasks.read').input(ById).output(Task),
    create: member('tasks.write')
      .input(z.object({ title, personId: Id.nullish(), assigneeId: Id.nullish(), dueAt }))
      .output(Task),
    update: member('tasks.write')
      .input(z.object({ id: Id, title: title.optional(), assigneeId: Id.nullish(), dueAt, version: Version }))
      .output(Task),
    complete: member('tasks.write')
      .input(z.object({ id: Id, done: z.boolean() }))
      .output(Task),
    remove: member('tasks.write').input(ById).output(Nothing),
    restore: member('tasks.write').input(ById).output(Task),
  },
  {
    list: 'List tasks',
    get: 'Get a task',
    create: 'Create a task',
    update: 'Update a task',
    complete: 'Complete or reopen a task',
    remove: 'Delete a task',
    restore: 'Restore a task',
  },
)
