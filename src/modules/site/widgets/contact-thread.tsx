import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { client } from '#web/api.ts'
import classes from './contact-submissions.module.css'
import { type Submission, useSubmission } from './use-submission.ts'

type Reply = Submission['replies'][number]
/** What was written back, oldest first, with who wrote it and whether it left. */
export function ContactThread({ submission }: { submission: Submission }) {
  if (submission.replies.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {submission.status === 'pending' ? 'No replies yet.' : 'Only the automatic reply so far.'}
      </Text>
    )
  return (
    <ul className={classes.thread}>
      {submission.replies.map(reply => (
        <Said key={reply.id} id={submission.id} reply={reply} />
      ))}
    </ul>
  )
}

function Said({ id, reply }: { id: string; reply: Reply }) {
  const { author, body, state, problem, createdAt } = reply
  return (
    <li className={classes.said} data-ours>
      <div className={classes.head}>
        <Text fw={550}>{author}</Text>
        <Group gap="xs">
          <Text size="sm" c="dimmed" component="span">
            <RelativeTime at={createdAt} />
          </Text>
          <StatusBadge of="message" value={state} />
        </Group>
      </div>
      <Text className={classes.message}>{body}</Text>
      {problem ? <NotSent id={id} reply={reply} problem={problem} /> : null}
    </li>
  )
}

const titles: Partial<Record<Reply['state'], string>> = {
  unknown: 'It may or may not have been sent',
  queued: 'Not sent yet',
}

function NotSent({ id, reply, problem }: { id: string; reply: Reply; problem: string }) {
  const act = useSubmission()
  const again = () => act(() => client.submissions.resend({ id, replyId: reply.id }), 'Sending the reply again')
  return (
    <Alert color="red" mt="sm" title={titles[reply.state] ?? 'Not sent'}>
      <Stack gap="sm" align="start">
        {problem}
        <Button size="xs" variant="default" onClick={() => void again()}>
          Send again
        </Button>
      </Stack>
    </Alert>
  )
}
