import { Button, Card, Group, Kbd, Progress, Stack, Text, Title } from '@mantine/core'
import { useHotkeys, useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { type Row, useReload } from './use-prayer.ts'

export const meta = () => titled('Prayer session')

/** One request after another: by keyboard, by button or by swiping. */
export default function PrayerSession() {
  const { data, error, refetch } = useQuery({
    ...api.prayerRequests.session.queryOptions({ input: {} }),
    // The list stays as it was when the session began.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  })
  if (error) return <ErrorPanel error={error} what="the prayer session" onRetry={() => void refetch()} />
  return (
    <Stack maw={720} mx="auto">
      <PageHeader title="Prayer session" purpose="One request after another. Who prayed is never shown." />
      {data ? <Session key={data.items[0]?.id ?? 'none'} items={data.items} /> : <SkeletonRows rows={3} height={96} />}
    </Stack>
  )
}

/** How far a finger moves until it counts as a swipe, in pixels. */
const SWIPE = 60

function Session({ items: given }: { items: readonly Row[] }) {
  const [items] = useState(given)
  const [at, setAt] = useState(0)
  const [prayed, setPrayed] = useState<ReadonlySet<string>>(new Set())
  const { pray, waiting } = useOfflineQueue()
  const row = items[at]
  const go = (step: number) => setAt(now => Math.min(Math.max(now + step, 0), items.length))
  const amen = () => {
    if (!row) return
    if (!prayed.has(row.id)) void pray(row.id)
    setPrayed(now => new Set(now).add(row.id))
    go(1)
  }
  // A button in focus answers the space bar itself.
  useHotkeys(
    [
      ['Space', amen],
      ['ArrowRight', () => go(1)],
      ['ArrowLeft', () => go(-1)],
    ],
    ['INPUT', 'TEXTAREA', 'SELECT', 'BUTTON', 'A'],
  )
  if (items.length === 0) return <NothingLeft />
  return (
    <Stack>
      <Progress value={(at / items.length) * 100} aria-label={`${at} of ${counted(items.length, 'requests')}`} />
      <Text size="sm" role="status" aria-live="polite">
        {row ? `Request ${at + 1} of ${items.length}` : `Done. You prayed for ${prayed.size}.`}
        {waiting > 0 ? ` ${waiting} will be counted when you are online again.` : ''}
      </Text>
      {row ? (
        <RequestCard row={row} onPrayed={amen} onBack={() => go(-1)} />
      ) : (
        <Amen prayed={prayed.size} of={items.length} />
      )}
      {row ? <Steps isFirst={at === 0} onBack={() => go(-1)} onSkip={() => go(1)} onPrayed={amen} /> : null}
      <Text size="sm" c="dimmed" visibleFrom="sm">
        <Kbd>Space</Kbd> I prayed · <Kbd>→</Kbd> skip · <Kbd>←</Kbd> back. On a phone, swipe left when you prayed.
      </Text>
    </Stack>
  )
}

const NothingLeft = () => (
  <EmptyState
    title="You prayed for everything today"
    text="New requests appear here as they come in."
    action={
      <Button component={Link} to="/prayer-requests" variant="default">
        Back to the list
      </Button>
    }
  />
)

const Amen = ({ prayed, of }: { prayed: number; of: number }) => (
  <EmptyState
    title="Amen"
    text={`You prayed for ${prayed} of ${of}.`}
    action={
      <Button component={Link} to="/prayer-requests">
        Back to the list
      </Button>
    }
  />
)

interface StepsProps {
  isFirst: boolean
  onBack: () => void
  onSkip: () => void
  onPrayed: () => void
}
const Steps = ({ isFirst, onBack, onSkip, onPrayed }: StepsProps) => (
  <Group justify="space-between">
    <Button variant="default" disabled={isFirst} onClick={onBack}>
      Back
    </Button>
    <Group>
      <Button variant="default" onClick={onSkip}>
        Skip
      </Button>
      <Button onClick={onPrayed}>I prayed</Button>
    </Group>
  </Group>
)

/** Swiped to the left it was prayed for, to the right the one before comes back. */
function RequestCard({ row, onPrayed, onBack }: { row: Row; onPrayed: () => void; onBack: () => void }) {
  const start = useRef<number | null>(null)
  return (
    <Card
      withBorder
      padding="xl"
      style={{ touchAction: 'pan-y' }}
      onPointerDown={event => {
        start.current = event.clientX
      }}
      onPointerUp={event => {
        const moved = event.clientX - (start.current ?? event.clientX)
        start.current = null
        if (moved < -SWIPE) onPrayed()
        else if (moved > SWIPE) onBack()
      }}
    >
      <Stack>
        <Title order={2} size="h3">
          {row.name ?? 'Anonymous'}
        </Title>
        <Text size="lg" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {row.request}
        </Text>
        <Text size="sm" c="dimmed">
          {row.category}
          {row.isUrgent ? ' · Urgent' : ''}
        </Text>
      </Stack>
    </Card>
  )
}

/** Prayers without a connection are kept on this device, and counted when it is back. */
function useOfflineQueue() {
  const { account, user } = useMe()
  const key = `prayers:${account.id}:${user.id}`
  const { online } = useNetwork()
  const reload = useReload()
  const [waiting, setWaiting] = useState(() => read(key).length)
  useEffect(() => {
    if (!online) return
    void flush(key).then(async left => {
      setWaiting(left)
      await reload()
    })
    // Only a connection that comes back starts it.
  }, [online, key])
  async function pray(id: string) {
    try {
      await client.prayerRequests.pray({ id })
    } catch (error) {
      // Refused, such as a request that was erased meanwhile: nothing to count.
      if ((error as { status?: number }).status) return
      localStorage.setItem(key, JSON.stringify([...new Set([...read(key), id])]))
      setWaiting(read(key).length)
    }
  }
  return { pray, waiting }
}

function read(key: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

/** @returns how many are still kept */
async function flush(key: string): Promise<number> {
  for (const id of read(key)) {
    try {
      await client.prayerRequests.pray({ id })
    } catch (error) {
      if (!(error as { status?: number }).status) return read(key).length
    }
    localStorage.setItem(key, JSON.stringify(read(key).filter(one => one !== id)))
  }
  return 0
}
