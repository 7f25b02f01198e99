import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#ui/format.tsx'
import { StatTile } from '#ui/stat-tile.tsx'
import { api } from '#web/api.ts'

/** Open threads; opens them. */
export function ConversationsTile() {
  const { data, error, refetch } = useQuery(
    api.conversations.counts.queryOptions({ input: {}, meta: { live: ['conversations'] } }),
  )
  const { number } = useFormat()
  return (
    <StatTile
      label="Conversations"
      to="/conversations"
      icon={<IconMessages size={18} stroke={1.75} />}
      value={data && number(data.open)}
      hint={data && `${data.unread < 100 ? number(data.unread) : '99+'} unread`}
      error={error}
      onRetry={() => void refetch()}
    />
  )
}
