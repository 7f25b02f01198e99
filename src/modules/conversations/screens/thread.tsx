import { Alert, Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { panelsOf } from '#kernel/modules.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { PersonPicker } from '#people/widgets/person-picker.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { LazyWidget } from '#web/lazy-widget.tsx'
import { useMay, useMe } from '#web/me.tsx'
import { Composer } from './composer.tsx'
import { isNumber, shownName } from './conversation-row.tsx'
import classes from './conversations.module.css'
import { ScheduledAnswers } from './scheduled.tsx'
import { ThreadHead } from './thread-head.tsx'
import { ThreadItem } from './thread-item.tsx'
import { useActs } from './use-acts.ts'
import type { Item, ThreadData } from './use-conversations.ts'
import { useOthers } from './use-presence.ts'
import { useSeen } from './use-seen.ts'

interface ThreadProps {
  id: string
  onBack: () => void
  /** the thread has become part of another */
  onMoved: (id: string) => void
}

const live = { live: ['conversations'] }

export function Thread({ id, onBack, onMoved }: ThreadProps) {
  const thread = useThread(id)
  const [family, setFamily] = useState(false)
  const items = useItems(id, family)
  const all = items.data?.pages.flatMap(page => page.items) ?? []
  useSeen(id, all.find(item => item.conversationId === id)?.id, (thread.data?.unread ?? 0) > 0)
  const mayWrite = useMay('conversations.write')
  const retry = useRetry(id)
  // A thread that a merge made one with another: its old address leads there.
  const moved = thread.data && thread.data.id !== id ? thread.data.id : null
  useEffect(() => {
    if (moved) onMoved(moved)
  }, [moved])
  const error = thread.error ?? items.error
  if (error && !thread.data)
    return <ErrorPanel error={error} what="this conversation" onRetry={() => void thread.refetch()} />
  if (!thread.data) return <SkeletonRows rows={6} />
  const { senders } = thread.data
  const ours =
    senders.length > 1 ? new Map(senders.map(one => [one.number, one.name || phoneText(one.number)])) : undefined
  return (
    <>
      <ThreadHead thread={thread.data} onBack={onBack} family={family} onFamily={setFamily} />
      {mayWrite ? <Notices thread={thread.data} onMoved={onMoved} /> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <ol className={classes.thread} aria-label="Messages" tabIndex={0}>
        <ScheduledAnswers conversationId={id} />
        {all.map(item => (
          <ThreadItem
            key={item.id}
            item={item}
            who={family ? nameIn(thread.data, item) : shownName(thread.data)}
            named={family}
            ours={ours}
            onRetry={mayWrite ? () => void retry(item.id) : undefined}
          />
        ))}
        {items.hasNextPage ? (
          <li>
            <Button variant="subtle" loading={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
              Show earlier messages
            </Button>
          </li>
        ) : null}
      </ol>
      <Replying id={id} />
      {mayWrite ? <Answering thread={thread.data} /> : null}
    </>
  )
}

/** What other modules suggest stands over the composer, and goes into it. */
function Answering({ thread }: { thread: ThreadData }) {
  const { may } = useMe()
  const [suggested, setSuggested] = useState({ text: '', at: 0 })
  const onUse = (text: string) => setSuggested(before => ({ text, at: before.at + 1 }))
  return (
    <>
      {panelsOf('conversation')
        .filter(({ permission }) => may(permission))
        .map(({ label, load }) => (
          <LazyWidget key={label} load={load} props={{ conversationId: thread.id, onUse }} fallback={null} />
        ))}
      <Composer thread={thread} suggested={suggested} />
    </>
  )
}

function useRetry(id: string) {
  const act = useActs()
  return (itemId: string) => act(() => client.conversations.retry({ id, itemId }), 'Sending again')
}

const useThread = (id: string) =>
  useQuery(
    api.conversations.get.queryOptions({
      input: { id },
      meta: live,
      // A visitor who closes their laptop sends nothing: one who is silent has gone.
      refetchInterval: query => (query.state.data?.visitor?.here ? 15_000 : false),
    }),
  )

const nameIn = (thread: ThreadData, { conversationId }: Item) =>
  thread.family.find(one => one.conversationId === conversationId)?.name ?? shownName(thread)

/** Of this thread, or of all of the household. */
function useItems(id: string, family: boolean) {
  const page = {
    input: (cursor: string | undefined) => ({ id, limit: 50, ...(cursor && { cursor }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor ?? undefined,
    // A text that is on its way has arrived a moment later.
    refetchInterval: 5_000,
    meta: { live: ['conversations', 'outbox'] },
  }
  const own = useInfiniteQuery(api.conversations.items.infiniteOptions({ ...page, enabled: !family }))
  const all = useInfiniteQuery(api.conversations.household.infiniteOptions({ ...page, enabled: family }))
  return family ? all : own
}

function Replying({ id }: { id: string }) {
  const names = useOthers(id)
  return (
    <Text size="xs" c="dimmed" className={classes.replying} role="status">
      {names.length === 0 ? '' : `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} replying`}
    </Text>
  )
}

/** Questions that someone has to answer before anything else. */
function Notices({ thread, onMoved }: { thread: ThreadData; onMoved: (id: string) => void }) {
  const act = useActs()
  const { id, review } = thread
  const taken = review === 'fuzzy_stop'
  const undone = taken ? 'You can text them again' : 'Nothing was changed'
  const settle = (stop: boolean) =>
    act(() => client.conversations.settleReview({ id, stop }), stop ? 'They are opted out of texts' : undone)
  return (
    <>
      {thread.personId ? null : <WhoIsThis thread={thread} onMoved={onMoved} />}
      {thread.personId && isNumber(thread.name) ? <Nameless personId={thread.personId} /> : null}
      {review ? (
        <div className={classes.notice}>
          <Alert color="yellow" title={taken ? 'This was read as an opt-out' : 'Did they ask you to stop?'}>
            <Text size="sm">
              {taken
                ? 'They were opted out of texts. Please read their message.'
                : 'Nothing was changed. Please read their message.'}
            </Text>
            <Group gap="xs" mt="xs">
              <Button size="compact-sm" variant="default" onClick={() => void settle(true)}>
                Yes, opt them out
              </Button>
              <Button size="compact-sm" variant="subtle" onClick={() => void settle(false)}>
                {taken ? 'No, undo it' : 'No, it’s about something else'}
              </Button>
            </Group>
          </Alert>
        </div>
      ) : null}
    </>
  )
}

/** A family shares a number: someone says who wrote. */
/** They joined by a keyword: a number, and nothing more. */
const Nameless = ({ personId }: { personId: string }) => (
  <div className={classes.notice}>
    <Alert color="blue" title="Who is this?">
      <Group gap="xs">
        <Text size="sm">You only have their number.</Text>
        <Button component={Link} to={`/people/${personId}?edit=1`} size="compact-sm" variant="default">
          Add their name
        </Button>
      </Group>
    </Alert>
  </div>
)

function WhoIsThis({ thread: { id, candidates }, onMoved }: { thread: ThreadData; onMoved: (id: string) => void }) {
  const pick = (personId: string) =>
    client.conversations.identify({ id, personId }).then(
      thread => onMoved(thread.id),
      error => toastError(error, 'That did not work'),
    )
  return (
    <div className={classes.notice}>
      <Alert color="blue" title="Who is this?">
        <Group gap="xs" align="flex-end">
          {candidates.map(({ id: personId, name }) => (
            <Button key={personId} size="compact-sm" variant="default" onClick={() => void pick(personId)}>
              {name}
            </Button>
          ))}
          <PersonPicker label="Find a person" onPick={personId => void pick(personId)} />
        </Group>
      </Alert>
    </div>
  )
}
