import { on } from '#kernel/jobs.ts'
import { personCreated, taskDone } from './events.ts'
import { addToTimeline } from './notes/service.ts'

export const onPersonCreated = on(personCreated, 'people.created', (ctx, { personId, userId, at }) =>
  addToTimeline(ctx, [{ personId, userId, at, type: 'person.created', sourceKey: 'created' }]),
)

export const done = on(taskDone, 'people.task-done', (ctx, { personId, userId, at, taskId }) =>
  addToTimeline(ctx, [
    { personId, userId, at, type: 'task.done', data: { taskId }, sourceKey: `task:${taskId}:${at.getTime()}` },
  ]),
)
