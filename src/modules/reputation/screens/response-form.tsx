import { Alert, Button, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { client } from '#web/api.ts'
import { abilities, platformNames } from '../rules/platforms.ts'
import { lintResponse } from '../rules/response-lint.ts'
import { responseStateNames } from '../rules/states.ts'
import { DraftChoice } from './draft-choice.tsx'
import { type Review, useReviewAct } from './use-review-act.ts'

/** The response as it stands, or the box to write it. */
export function ResponseForm({ review }: { review: Review }) {
  const [isEditing, setEditing] = useState(false)
  if (review.goneAt && !review.response) return null
  return (
    <section aria-label="Response">
      {review.responseState === 'none' || isEditing ? (
        <Writing review={review} onCancel={isEditing ? () => setEditing(false) : undefined} />
      ) : (
        <Standing review={review} onEdit={() => setEditing(true)} />
      )}
    </section>
  )
}

function Standing({ review, onEdit }: { review: Review; onEdit: () => void }) {
  const act = useReviewAct()
  const { dateTime } = useFormat()
  const { id, response, responseDate, responseState, responseProblem, platform, goneAt } = review
  const remove = async () => {
    const sure = await confirm({
      title: 'Delete this response?',
      text:
        responseState === 'marked'
          ? `It is deleted here. Please delete it on ${platformNames[platform]} too.`
          : `It is deleted on ${platformNames[platform]} too.`,
      confirm: 'Delete response',
      danger: true,
    })
    if (sure) await act(() => client.reviews.withdraw({ id }), 'Response deleted')
  }
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>Response</Text>
        <StatusBadge of="review" value={responseState} label={responseStateNames[responseState]} />
        {responseDate ? (
          <Text size="sm" c="dimmed">
            {dateTime(responseDate)}
          </Text>
        ) : null}
      </Group>
      {responseProblem ? (
        <Alert color="red" role="alert">
          {platformNames[platform]} did not take it: {responseProblem}
        </Alert>
      ) : null}
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{response}</Text>
      <Group gap="xs">
        {goneAt ? null : (
          <Button variant="default" onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button variant="subtle" color="red" onClick={() => void remove()}>
          Delete
        </Button>
      </Group>
    </Stack>
  )
}

/** Takes the words along on the clipboard, where the browser allows it. */
function RespondThere({ review: { platform, page }, text }: { review: Review; text: string }) {
  if (!page) return null
  return (
    <Button
      component="a"
      variant="default"
      href={page}
      target="_blank"
      rel="noreferrer"
      onClick={() => void navigator.clipboard?.writeText(text.trim()).catch(() => {})}
    >
      Respond on {platformNames[platform]}
    </Button>
  )
}

function Writing({ review, onCancel }: { review: Review; onCancel?: (() => void) | undefined }) {
  const { number } = useFormat()
  const act = useReviewAct()
  const [text, setText] = useState(review.response ?? '')
  const [busy, setBusy] = useState(false)
  const { id, version, platform } = review
  const { respond, limitText } = abilities[platform]
  const findings = text.trim() === '' ? [] : lintResponse(text, platform)
  const isBlocked = text.trim() === '' || findings.some(({ level }) => level === 'error')
  const publish = async () => {
    setBusy(true)
    // Warnings stand above the button: who presses it has read them.
    await act(
      () => client.reviews.respond({ id, version, text, anyway: findings.length > 0 }),
      respond === 'here' ? 'Your response is being published' : 'Marked as responded',
    )
    setBusy(false)
  }
  return (
    <Stack gap="xs">
      <DraftChoice id={id} text={text} onDraft={setText} />
      <Textarea
        label="Response"
        description={
          respond === 'here'
            ? `Anyone can read it on ${platformNames[platform]}.`
            : `Lampstand can’t respond on ${platformNames[platform]}. Write it here, copy it there, then mark it as responded.`
        }
        autosize
        minRows={4}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Text size="xs" c="dimmed" data-figures>
        {number(text.trim().length)} of {limitText}
      </Text>
      {findings.length > 0 ? (
        <Alert color={isBlocked ? 'red' : 'yellow'} role="status">
          <List size="sm">
            {findings.map(finding => (
              <List.Item key={finding.text}>{finding.text}</List.Item>
            ))}
          </List>
        </Alert>
      ) : null}
      <Group gap="xs">
        {respond === 'there' ? <RespondThere review={review} text={text} /> : null}
        <Button loading={busy} disabled={isBlocked} onClick={() => void publish()}>
          {respond === 'there' ? 'Mark as responded' : findings.length > 0 && !isBlocked ? 'Publish anyway' : 'Publish'}
        </Button>
        {onCancel ? (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
