import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconChecks } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import { titled } from '#web/title.ts'
import classes from './pathways.module.css'
import { SignOffDialog, type SignOffOf } from './sign-off-dialog.tsx'
import { MembershipTabs } from './tabs.tsx'

export const meta = () => titled('Sign-offs')

type Row = Awaited<ReturnType<typeof client.pathwayPeople.waiting>>['items'][number]

/** For mentors, mostly on a phone: what people wait for. */
export default function SignOffs() {
  const [signing, setSigning] = useState<SignOffOf | null>(null)
  return (
    <>
      <PageHeader
        title="Sign-offs"
        purpose="Steps that people have done and that wait for you or anyone on the team."
      />
      <MembershipTabs />
      <Waiting onSign={setSigning} />
      <SignOffDialog step={signing} onClose={() => setSigning(null)} />
    </>
  )
}

function Waiting({ onSign }: { onSign: (of: SignOffOf) => void }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    api.pathwayPeople.waiting.infiniteOptions({
      input: (cursor: string | undefined) => (cursor ? { cursor } : {}),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      meta: { live: ['pathways'] },
    }),
  )
  if (error && !data) return <ErrorPanel error={error} what="the sign-offs" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height={160} />
  const items = data.pages.flatMap(page => page.items)
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconChecks size={28} stroke={1.5} />}
        title="Nothing is waiting"
        text="When someone asks for a sign-off on their pathway, it appears here."
      />
    )
  return (
    <Stack>
      <ul className={classes.cards}>
        {items.map(row => (
          <li key={`${row.id} ${row.stepId}`} className={classes.card}>
            <Card row={row} onSign={onSign} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </Stack>
  )
}

const Card = ({ row, onSign }: { row: Row; onSign: (of: SignOffOf) => void }) => (
  <>
    <Stack gap={4}>
      <Anchor component={Link} to={`/people/${row.personId}`} fw={600}>
        {row.name}
      </Anchor>
      <Title order={2} size="h4">
        {row.step}
      </Title>
      {row.description ? <Text size="sm">{row.description}</Text> : null}
      <Text size="sm" c="dimmed">
        <Anchor component={Link} to={`/membership/pathways/${row.pathwayId}?tab=people`} inherit underline="always">
          {row.pathway}
        </Anchor>
        , asked <RelativeTime at={row.requestedAt} />
        {row.mentor ? '' : ', no mentor'}
      </Text>
    </Stack>
    <Button
      size="md"
      fullWidth
      leftSection={<IconCheck size={18} stroke={1.75} />}
      aria-label={`Sign off ${row.step} for ${row.name}`}
      onClick={() => onSign({ id: row.id, stepId: row.stepId, name: row.name, step: row.step })}
    >
      Sign off
    </Button>
  </>
)
