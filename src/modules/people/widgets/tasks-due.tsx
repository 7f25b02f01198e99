import { ActionIcon, Anchor, Group, Text, Tooltip } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { NeedState } from '#ui/need-row.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import classes from './tasks-due.module.css'

/** My open tasks that are due by tonight or have no date, each with a button that finishes it. */
export function TasksDue({ onState }: { onState: (state: NeedState) => void }) {
  const { user } = useMe()
  const queries = useQueryClient()
  const { data } = useQuery(api.tasks.list.queryOptions({ input: { due: true, assigneeId: user.id, limit: 20 } }))
  const state = !data ? 'loading' : data.items.length > 0 ? 'some' : 'none'
  useEffect(() => onState({ name: 'tasks', state }), [state, onState])

  async function finish(id: string, title: string) {
    try {
      await client.tasks.complete({ id, done: true })
      await queries.invalidateQueries({ queryKey: api.tasks.key() })
      toast(`Done: ${title}`)
    } catch (error) {
      toastError(error, 'The task is still open')
    }
  }
  return data?.items.map(task => (
    <Group key={task.id} wrap="nowrap" gap="xs" className={classes.row}>
      <Tooltip label="Done">
        <ActionIcon aria-label={`Done: ${task.title}`} onClick={() => void finish(task.id, task.title)}>
          <IconCircleCheck size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Text className={classes.words} truncate>
        {task.title}
        {task.personId ? (
          <>
            {', '}
            <Anchor component={Link} underline="always" to={`/people/${task.personId}`}>
              {task.personName}
            </Anchor>
          </>
        ) : null}
      </Text>
      <Text size="sm" c="dimmed" className={classes.when}>
        {task.dueAt ? <RelativeTime at={task.dueAt} /> : 'No date'}
      </Text>
    </Group>
  ))
}
