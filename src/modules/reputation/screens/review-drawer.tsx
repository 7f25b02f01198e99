import { Anchor, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMembers } from '#clients/widgets/use-members.ts'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, client } from '#web/api.ts'
import { platformNames } from '../rules/platforms.ts'
import { type ChangeKind, reviewStateNames } from '../rules/states.ts'
import { ResponseForm } from './response-form.tsx'
import { Stars } from './stars.tsx'
import { type Review, useReviewAct } from './use-review-act.ts'

/** One review beside the list: what it says, what it said before, who answers it, and the response. */
export function ReviewDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const query = useQuery(
    api.reviews.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null, meta: { live: ['reviews'] } }),
  )
  return (
    <DetailDrawer
      id={id}
      onClose={onClose}
      query={query}
      noun="Review"
      title={review => `${review.author ?? 'Anonymous'} on ${platformNames[review.platform]}`}
    >
      {review => (
        <Stack>
          <Words review={review} />
          <Handling review={review} />
          <ResponseForm key={review.version} review={review} />
          <History review={review} />
        </Stack>
      )}
    </DetailDrawer>
  )
}

function Words({ review }: { review: Review }) {
  const { dateTime } = useFormat()
  return (
    <section aria-label="The review">
      <Group gap="xs" mb="xs">
        <Stars rating={review.rating} />
        <Text size="sm" c="dimmed">
          {dateTime(review.date)}
          {review.editedAt ? `, edited ${dateTime(review.editedAt)}` : ''}
        </Text>
        {review.goneAt ? <StatusBadge of="review" value="gone" label="Deleted there" /> : null}
      </Group>
      {review.title ? <Text fw={600}>{review.title}</Text> : null}
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {review.content || 'No words, stars alone.'}
      </Text>
      {review.page ? (
        <Anchor href={review.page} target="_blank" rel="noreferrer" size="sm">
          Open {review.source} on {platformNames[review.platform]}
        </Anchor>
      ) : null}
    </section>
  )
}

/** Who looks after it, and whether anything is still to be done. */
function Handling({ review: { id, version, state, assignedTo } }: { review: Review }) {
  const act = useReviewAct()
  const { members } = useMembers()
  const change = (changes: { state?: 'open' | 'closed'; assignedTo?: string | null }, done: string) =>
    void act(() => client.reviews.update({ id, version, ...changes }), done)
  return (
    <Group align="end">
      <NativeSelect
        label="Assigned to"
        value={assignedTo ?? ''}
        onChange={event => change({ assignedTo: event.currentTarget.value || null }, 'Assigned')}
        data={[
          { value: '', label: 'Unassigned' },
          ...members.map(member => ({ value: member.userId, label: member.name })),
        ]}
      />
      <Button
        variant="default"
        onClick={() =>
          change({ state: state === 'open' ? 'closed' : 'open' }, state === 'open' ? 'Closed' : 'Reopened')
        }
      >
        {state === 'open' ? 'Close' : 'Reopen'}
      </Button>
      <Text size="sm" c="dimmed">
        State: {reviewStateNames[state].toLowerCase()}
      </Text>
    </Group>
  )
}

const changeNames: Record<ChangeKind, string> = {
  edited: 'Before it was edited',
  deleted: 'When it was deleted there',
  restored: 'Before it came back',
}

function History({ review: { history } }: { review: Review }) {
  const { dateTime } = useFormat()
  if (history.length === 0) return null
  return (
    <section aria-label="History">
      <Title order={3} size="h5" mb="xs">
        History
      </Title>
      <Stack gap="sm">
        {history.map(({ at, change, rating, title, content }) => (
          <div key={`${at} ${change}`}>
            <Group gap="xs">
              <Text size="sm" fw={600}>
                {changeNames[change]}, {dateTime(at)}
              </Text>
              <Stars rating={rating} />
            </Group>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {[title, content].filter(Boolean).join(': ') || 'No words, stars alone.'}
            </Text>
          </div>
        ))}
      </Stack>
    </section>
  )
}
