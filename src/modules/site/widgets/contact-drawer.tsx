import { Alert, Anchor, Button, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { statusLabel } from '#ui/status-badge.tsx'
import { api, client } from '#web/api.ts'
import { submissionStates } from '../contact/rules.ts'
import { ContactReply } from './contact-reply.tsx'
import classes from './contact-submissions.module.css'
import { ContactThread } from './contact-thread.tsx'
import { type Submission, useSubmission } from './use-submission.ts'

/** One submission: what was written, what was answered, whose it is. */
export function ContactDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const one = useQuery(
    api.submissions.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null, refetchInterval: onItsWay }),
  )
  return (
    <DetailDrawer id={id} onClose={onClose} query={one} title={submission => submission.subject} noun="Submission">
      {submission => <Detail submission={submission} />}
    </DetailDrawer>
  )
}

/** Asked again soon while a reply has not reached the mail server. */
const onItsWay = ({ state: { data } }: { state: { data?: Submission } }) =>
  data?.replies.some(reply => reply.state === 'queued' || reply.state === 'sending') ? 1_500 : false

function Detail({ submission }: { submission: Submission }) {
  const { stamp } = useFormat()
  const { id, name, email, message, createdAt, isSubscribed, suspicious } = submission
  return (
    <Stack gap="lg">
      <Stack gap={2}>
        <Text fw={550}>{name}</Text>
        <Anchor href={`mailto:${email}`}>{email}</Anchor>
        <Text size="sm" c="dimmed">
          {stamp(createdAt)}
          {isSubscribed ? ' · wants the newsletter' : ''}
        </Text>
      </Stack>
      {suspicious ? <Quarantined id={id} /> : null}
      {submission.problem ? <NotAnswered id={id} problem={submission.problem} /> : null}
      <Text className={classes.message}>{message}</Text>
      {suspicious ? null : <Handling submission={submission} />}
      <section aria-labelledby="replies">
        <Title order={3} id="replies" mb="sm">
          Replies
        </Title>
        <ContactThread submission={submission} />
      </section>
      {suspicious ? null : <ContactReply key={submission.replies.length} submission={submission} />}
    </Stack>
  )
}

function Quarantined({ id }: { id: string }) {
  const act = useSubmission()
  return (
    <Alert color="yellow" title="Quarantined">
      <Stack gap="sm" align="start">
        This looks automated: it was filled in too fast, or a hidden field was filled in. No reply was sent.
        <Button
          size="xs"
          variant="default"
          onClick={() =>
            void act(() => client.submissions.release({ id }), 'Released, and the automatic reply was sent')
          }
        >
          Not spam
        </Button>
      </Stack>
    </Alert>
  )
}

function NotAnswered({ id, problem }: { id: string; problem: string }) {
  const act = useSubmission()
  return (
    <Alert color="red" title="Failed to send auto-reply">
      <Stack gap="sm" align="start">
        {problem}
        <Button
          size="xs"
          variant="default"
          onClick={() => void act(() => client.submissions.answer({ id }), 'Trying again', 'Failed to send auto-reply')}
        >
          Retry
        </Button>
      </Stack>
    </Alert>
  )
}

function Handling({ submission }: { submission: Submission }) {
  const act = useSubmission()
  const [busy, setBusy] = useState(false)
  const admins = useQuery(api.submissions.admins.queryOptions({ input: {}, staleTime: 300_000 }))
  const { id, version, status, assignee } = submission
  const change = async (changes: { status?: Submission['status']; assigneeId?: string | null }, done: string) => {
    setBusy(true)
    await act(() => client.submissions.update({ id, version, ...changes }), done)
    setBusy(false)
  }
  const known = admins.data?.items ?? []
  const people = assignee && !known.some(one => one.id === assignee.id) ? [...known, assignee] : known
  return (
    <SimpleGrid cols={2}>
      <NativeSelect
        label="Status"
        disabled={busy}
        value={status}
        data={submissionStates.map(value => ({ value, label: statusLabel(value) }))}
        onChange={event => void change({ status: event.currentTarget.value as Submission['status'] }, 'Saved')}
      />
      <NativeSelect
        label="Assigned to"
        disabled={busy}
        value={assignee?.id ?? ''}
        data={[{ value: '', label: 'Nobody' }, ...people.map(one => ({ value: one.id, label: one.name }))]}
        onChange={event => void change({ assigneeId: event.currentTarget.value || null }, 'Saved')}
      />
    </SimpleGrid>
  )
}
