import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '#ui/panel.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import type { Study } from './use-study.ts'

type Session = NonNullable<Awaited<ReturnType<typeof client.bibleStudies.session>>>

/** The running session: who is there, what everyone sees, how many answered, and what they chose to share. */
export function LivePanel({ study, mayWrite }: { study: Study; mayWrite: boolean }) {
  const found = useQuery(
    api.bibleStudies.session.queryOptions({ input: { id: study.id }, meta: { live: ['bible-studies'] } }),
  )
  const session = found.data
  return session ? (
    <Panel title="Live session">
      <Stack gap="sm">
        <Group wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere', flex: 1 }}>{session.address}</Code>
          <CopyButton value={session.address}>
            {({ copied, copy }) => (
              <Button variant="default" size="xs" onClick={copy} leftSection={<IconCopy size={14} />}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Text size="sm" role="status">
          {session.participants.length === 0
            ? 'Nobody has joined yet. Participants open this address on their phones.'
            : `${session.participants.length} joined: ${session.participants.join(', ')}`}
        </Text>
        <NowShown session={session} />
        {mayWrite && <Steps session={session} />}
      </Stack>
    </Panel>
  ) : null
}

function NowShown({ session }: { session: Session }) {
  const question = session.questions[session.position]
  if (!question) return <Text size="sm">Everyone sees the passage.</Text>
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {question.section}, question {session.position + 1} of {session.questions.length}
      </Text>
      <Text fw={600}>{question.text}</Text>
      <Text size="sm">Answer: {question.answer}</Text>
      <Text size="sm" data-figures>
        {question.answered} of {session.participants.length} answered
      </Text>
      {question.shared.map(({ name, text }, at) => (
        <Text key={at} size="sm">
          <strong>{name}:</strong> {text}
        </Text>
      ))}
    </Stack>
  )
}

function Steps({ session: { id, position, questions } }: { session: Session }) {
  const { run, busy } = useMutate({ keys: [api.bibleStudies.key()] })
  const show = (to: number) => void run(() => client.bibleStudies.show({ id, position: to }))
  return (
    <Group>
      <Button
        variant="default"
        disabled={busy || position < 0}
        leftSection={<IconArrowLeft size={16} />}
        onClick={() => show(position - 1)}
      >
        Back
      </Button>
      <Button
        disabled={busy || position >= questions.length - 1}
        rightSection={<IconArrowRight size={16} />}
        onClick={() => show(position + 1)}
      >
        Next question
      </Button>
      <Button
        variant="default"
        onClick={() => void run(() => client.bibleStudies.end({ id }), { done: 'The session has ended' })}
      >
        End session
      </Button>
    </Group>
  )
}
