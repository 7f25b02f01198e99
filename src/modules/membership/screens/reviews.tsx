import { Anchor, Button, Card, Group, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { submissionNames } from '#learning/rules/states.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { rowsOf } from '#ui/list-source.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { saveFile } from '#ui/save-file.ts'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client, fetchFile } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'

export const meta = () => titled('Assignments and comments')

type Assignment = Awaited<ReturnType<typeof client.assignments.list>>['items'][number]
type Comment = Awaited<ReturnType<typeof client.lessonComments.list>>['items'][number]

/** What learners handed in and wrote, and nobody has answered yet. */
export default function Reviews() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const view = params.get('view') === 'comments' ? 'comments' : 'assignments'
  return (
    <>
      <PageHeader
        title="Assignments and comments"
        purpose={
          <Anchor component={Link} to="/membership">
            Membership Sites
          </Anchor>
        }
      />
      <Tabs
        value={view}
        onChange={value => change({ view: value === 'comments' ? 'comments' : null, all: null })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="assignments">Assignments</Tabs.Tab>
          <Tabs.Tab value="comments">Comments</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="assignments">
          <Assignments all={params.get('all') !== null} />
        </Tabs.Panel>
        <Tabs.Panel value="comments">
          <Comments all={params.get('all') !== null} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function AllSwitch({ all }: { all: boolean }) {
  const change = useSearchChange()
  return (
    <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => change({ all: all ? null : '1' })}>
      {all ? 'Only what waits' : 'Show everything'}
    </Button>
  )
}

function Assignments({ all }: { all: boolean }) {
  const source = rowsOf(
    useInfiniteQuery(
      api.assignments.list.infiniteOptions({
        input: (cursor: string | undefined) => ({
          limit: 20,
          ...(!all && { state: 'submitted' as const }),
          ...(cursor && { cursor }),
        }),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: page => page.nextCursor ?? undefined,
        meta: { live: ['courses'] },
      }),
    ),
  )
  if (source.error) return <ErrorPanel error={source.error} what="the assignments" onRetry={source.retry} />
  if (source.pending) return <SkeletonRows rows={3} height={120} />
  return (
    <Stack maw={760}>
      <AllSwitch all={all} />
      {source.rows.length === 0 ? (
        <EmptyState title="No assignments are waiting" text="What learners hand in appears here." />
      ) : null}
      {source.rows.map(row => (
        <AssignmentCard key={row.id} row={row} />
      ))}
      {source.hasMore ? (
        <Button variant="default" onClick={source.loadMore} loading={source.loadingMore}>
          Show more
        </Button>
      ) : null}
    </Stack>
  )
}

function AssignmentCard({ row }: { row: Assignment }) {
  const mayWrite = useMay('content.write')
  const [feedback, setFeedback] = useState('')
  return (
    <Card withBorder component="article" aria-label={`${row.name}: ${row.lesson}`}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Anchor component={Link} to={`/people/${row.personId}`} fw={600}>
            {row.name}
          </Anchor>
          <Text size="sm" c="dimmed">
            {submissionNames[row.state]} · <RelativeTime at={row.createdAt} />
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {row.course}: {row.lesson}
        </Text>
        {row.body ? <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{row.body}</Text> : null}
        {row.file ? <HandedInFile file={row.file} /> : null}
        {row.feedback ? <Text size="sm">Feedback: {row.feedback}</Text> : null}
        {row.state === 'submitted' && mayWrite ? (
          <Verdict id={row.id} feedback={feedback} onFeedback={setFeedback} />
        ) : null}
      </Stack>
    </Card>
  )
}

function HandedInFile({ file }: { file: NonNullable<Assignment['file']> }) {
  const act = useAct()
  const download = () =>
    act(
      async () => saveFile(file.name, await (await fetchFile(file.path)).blob()),
      undefined,
      'The file was not downloaded',
    )
  return (
    <Button
      size="xs"
      variant="default"
      w="fit-content"
      leftSection={<IconDownload size={14} stroke={1.75} />}
      onClick={() => void download()}
    >
      {file.name}
    </Button>
  )
}

interface VerdictProps {
  id: string
  feedback: string
  onFeedback: (feedback: string) => void
}

function Verdict({ id, feedback, onFeedback }: VerdictProps) {
  const act = useAct(api.assignments.key(), api.learners.key())
  return (
    <>
      <Textarea
        label="Feedback"
        autosize
        minRows={2}
        value={feedback}
        onChange={event => onFeedback(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          size="xs"
          onClick={() =>
            void act(() => client.assignments.accept({ id, feedback }), 'Assignment accepted', 'It was not accepted')
          }
        >
          Accept
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={!feedback.trim()}
          onClick={() =>
            void act(() => client.assignments.return({ id, feedback }), 'Assignment returned', 'It was not returned')
          }
        >
          Return with feedback
        </Button>
      </Group>
    </>
  )
}

function Comments({ all }: { all: boolean }) {
  const source = rowsOf(
    useInfiniteQuery(
      api.lessonComments.list.infiniteOptions({
        input: (cursor: string | undefined) => ({
          limit: 20,
          ...(!all && { state: 'pending' as const }),
          ...(cursor && { cursor }),
        }),
        initialPageParam: undefined as string | undefined,
        getNextPageParam: page => page.nextCursor ?? undefined,
        meta: { live: ['courses'] },
      }),
    ),
  )
  if (source.error) return <ErrorPanel error={source.error} what="the comments" onRetry={source.retry} />
  if (source.pending) return <SkeletonRows rows={3} height={96} />
  return (
    <Stack maw={760}>
      <AllSwitch all={all} />
      {source.rows.length === 0 ? (
        <EmptyState title="No comments are waiting" text="Comments of courses that review them first appear here." />
      ) : null}
      {source.rows.map(row => (
        <CommentCard key={row.id} row={row} />
      ))}
      {source.hasMore ? (
        <Button variant="default" onClick={source.loadMore} loading={source.loadingMore}>
          Show more
        </Button>
      ) : null}
    </Stack>
  )
}

const stateWords = { pending: 'Waiting for review', shown: 'Shown', hidden: 'Hidden' }

function CommentCard({ row }: { row: Comment }) {
  const mayWrite = useMay('content.write')
  return (
    <Card withBorder component="article" aria-label={`Comment by ${row.name}`}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>
            {row.name}
            {row.isTeam ? ' (team)' : ''}
          </Text>
          <Text size="sm" c="dimmed">
            {stateWords[row.state]} · <RelativeTime at={row.createdAt} />
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {row.course}: {row.lesson}
        </Text>
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{row.body}</Text>
        {mayWrite ? (
          <>
            <Moderation row={row} />
            {row.isTeam ? null : <Answer id={row.id} />}
          </>
        ) : null}
      </Stack>
    </Card>
  )
}

function Moderation({ row }: { row: Comment }) {
  const act = useAct(api.lessonComments.key())
  const { id, state } = row
  return (
    <Group gap="xs">
      {state === 'shown' ? null : (
        <Button size="xs" onClick={() => void act(() => client.lessonComments.show({ id }), 'Comment shown')}>
          Show
        </Button>
      )}
      {state === 'hidden' ? null : (
        <Button
          size="xs"
          variant="default"
          onClick={() => void act(() => client.lessonComments.hide({ id }), 'Comment hidden')}
        >
          Hide
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="red"
        onClick={() => void act(() => client.lessonComments.remove({ id }), 'Comment deleted')}
      >
        Delete
      </Button>
    </Group>
  )
}

function Answer({ id }: { id: string }) {
  const [reply, setReply] = useState('')
  const act = useAct(api.lessonComments.key())
  return (
    <Group gap="xs" align="end">
      <Textarea
        label="Answer"
        autosize
        minRows={1}
        style={{ flex: 1 }}
        value={reply}
        onChange={event => setReply(event.currentTarget.value)}
      />
      <Button
        size="xs"
        variant="default"
        disabled={!reply.trim()}
        onClick={() =>
          void act(() => client.lessonComments.reply({ id, body: reply }), 'Answer sent').then(
            done => done && setReply(''),
          )
        }
      >
        Answer
      </Button>
    </Group>
  )
}
