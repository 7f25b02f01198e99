import { on } from '#kernel/jobs.ts'
import { personCreated, taskDone } from './events.ts'
import { remember } from './notes/service.ts'

export const created = on(personCreated, 'people.created', (ctx, { personId, userId, at }) =>
  remember(ctx, [{ personId, userId, at, type: 'person.created', sourceKey: 'created' }]),
)

export const done = on(taskDone, 'people.task-done', (ctx, { personId, userId, at, taskId }) =>
  remember(ctx, [
    { personId, userId, at, type: 'task.done', data: { taskId }, sourceKey: `task:${taskId}:${at.getTime()}` },
  ]),
)
