import { ActionIcon, Checkbox, Stack, Text, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMembers } from '#clients/widgets/use-members.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import classes from './person.module.css'

type Task = Awaited<ReturnType<typeof client.tasks.list>>['items'][number]

/** What is to be done for someone, open first, then what was done lately. */
export function Tasks({ personId }: { personId: string }) {
  const queries = useQueryClient()
  const mayWrite = useMay('tasks.write')
  const open = useQuery(api.tasks.list.queryOptions({ input: { personId, limit: 100 } }))
  const done = useQuery(api.tasks.list.queryOptions({ input: { personId, done: true, limit: 10 } }))
  const refresh = () => queries.invalidateQueries({ queryKey: api.tasks.key() })
  if (open.error) return <ErrorPanel error={open.error} what="the tasks" onRetry={() => void open.refetch()} />
  if (!open.data) return <SkeletonRows rows={3} />
  const all = [...open.data.items, ...(done.data?.items ?? [])]
  return (
    <Stack>
      {all.length === 0 ? (
        <Text c="dimmed">No tasks yet. A task has an owner and a due date, and shows on their dashboard.</Text>
      ) : null}
      <ul className={classes.list}>
        {all.map(task => (
          <TaskRow key={task.id} task={task} mayWrite={mayWrite} onChanged={refresh} />
        ))}
      </ul>
    </Stack>
  )
}

function TaskRow({ task, mayWrite, onChanged }: { task: Task; mayWrite: boolean; onChanged: () => Promise<void> }) {
  const { nameOf } = useMembers()
  const overdue = !task.doneAt && task.dueAt !== null && new Date(task.dueAt) < new Date()
  async function run(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      toastError(error, 'The task was not changed')
    } finally {
      await onChanged()
    }
  }
  const restore = () => client.tasks.restore({ id: task.id }).then(onChanged)
  async function remove() {
    await client.tasks.remove({ id: task.id })
    toast('Task deleted', restore)
  }
  return (
    <li className={classes.row}>
      <Checkbox
        aria-label={task.title}
        disabled={!mayWrite}
        checked={task.doneAt !== null}
        onChange={event => void run(() => client.tasks.complete({ id: task.id, done: event.currentTarget.checked }))}
      />
      <Text className={`${classes.grow} ${task.doneAt ? classes.done : ''}`}>{task.title}</Text>
      {overdue ? <StatusBadge of="task" value="overdue" /> : null}
      <Text size="sm" c="dimmed">
        {[nameOf(task.assigneeId)].filter(Boolean).join('')} {task.dueAt ? <RelativeTime at={task.dueAt} /> : null}
      </Text>
      {mayWrite ? (
        <Tooltip label="Delete">
          <ActionIcon aria-label={`Delete ${task.title}`} onClick={() => void run(remove)}>
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </li>
  )
}
