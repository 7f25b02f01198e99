import { Anchor, Badge, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { causeLabels } from '../rules/closures.ts'
import { ClosureBanner, ClosureReachText } from '../widgets/closure-banner.tsx'
import { ClosureDialog } from '../widgets/closure-dialog.tsx'

export const meta = () => titled('Closures')

/** The church is closed today: announced from here, and what became of the ones before. */
export default function ClosuresScreen() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayClose = useMay('settings.write')
  const begin = mayClose ? <Button onClick={() => change({ new: '1' })}>Announce a closure</Button> : undefined
  return (
    <>
      <Anchor component={Link} to="/robocalls" size="sm">
        ← Robocalls
      </Anchor>
      <PageHeader
        title="Closures"
        purpose="Tell everyone at once that the church is closed: by text, call, email and on your public pages."
        action={begin}
      />
      <ClosureBanner />
      <Past begin={begin} />
      {params.get('new') && mayClose ? <ClosureDialog onClose={() => change({ new: null })} /> : null}
    </>
  )
}

function Past({ begin }: { begin: ReactNode }) {
  const { dateTime } = useFormat()
  const { data, error, refetch } = useQuery(api.closures.list.queryOptions({ input: { limit: 50 } }))
  if (error && !data) return <ErrorPanel error={error} what="closures" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} />
  if (data.items.length === 0)
    return (
      <EmptyState
        title="No closures yet"
        text="Announce one when weather or danger closes the church. It appears here with the texts, emails and calls that were sent."
        action={begin}
      />
    )
  return (
    <Stack>
      {data.items.map(closure => (
        <Panel
          key={closure.id}
          title={dateTime(closure.createdAt)}
          actions={<Badge color="gray">{causeLabels[closure.cause]}</Badge>}
        >
          <Text>{closure.message}</Text>
          <Text size="sm" c="dimmed" mt="xs">
            <ClosureReachText closure={closure} />
          </Text>
        </Panel>
      ))}
    </Stack>
  )
}
