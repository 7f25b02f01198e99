import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

/** How many open threads this member has not read, beside Conversations in the sidebar. */
export function UnreadBadge() {
  const { data } = useQuery(api.conversations.counts.queryOptions({ input: {}, meta: { live: ['conversations'] } }))
  if (!data?.unread) return null
  return (
    <Badge size="sm" variant="filled" aria-label={`${data.unread < 100 ? data.unread : 'More than 99'} unread`}>
      {data.unread < 100 ? data.unread : '99+'}
    </Badge>
  )
}
