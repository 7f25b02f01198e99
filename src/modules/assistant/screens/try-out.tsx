import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '#ui/panel.tsx'
import { toastError } from '#ui/toast.tsx'
import { client } from '#web/api.ts'
import { intentLabel, reasonLabels } from '../rules/options.ts'
import { percent } from '../widgets/use-assistant.ts'

type Tried = Awaited<ReturnType<typeof client.assistant.tryOut>>

/** Asks as a visitor would; nobody is told. */
export function TryOut() {
  const [question, setQuestion] = useState('')
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<Tried | null>(null)
  async function go() {
    setBusy(true)
    await client.assistant.tryOut({ question }).then(setTried, error => toastError(error, 'That did not work'))
    setBusy(false)
  }
  return (
    <Panel title="Try a question">
      <form
        onSubmit={event => {
          event.preventDefault()
          if (question.trim()) void go()
        }}
      >
        <Stack>
          <Group align="flex-end">
            <TextInput
              label="Question"
              flex={1}
              miw={200}
              maxLength={500}
              value={question}
              onChange={event => setQuestion(event.currentTarget.value)}
            />
            <Button type="submit" loading={busy} disabled={!question.trim()}>
              Try it
            </Button>
          </Group>
          {tried ? <Outcome tried={tried} /> : null}
        </Stack>
      </form>
    </Panel>
  )
}

/** What someone in danger reads, and what happens then. */
function CrisisOutcome({ tried }: { tried: Tried }) {
  return (
    <Stack gap={4} role="status">
      {tried.text ? <Text style={{ overflowWrap: 'anywhere' }}>{tried.text}</Text> : null}
      <Group gap="xs">
        <Badge variant="light" color="red">
          Crisis
        </Badge>
        <Text size="sm">
          {tried.crisis === 'page'
            ? 'These fixed words are sent at once, and the people on call are paged. The assistant does not answer.'
            : 'Nothing is sent. A pastor or owner is asked to read it within the hour, and the assistant waits until then.'}
        </Text>
      </Group>
    </Stack>
  )
}

function Outcome({ tried }: { tried: Tried }) {
  if (tried.crisis) return <CrisisOutcome tried={tried} />
  const { action, text, intent, confidence, sources, reason, engine } = tried
  return (
    <Stack gap={4} role="status">
      <Text style={{ overflowWrap: 'anywhere' }}>
        {action === 'reply' ? text || 'A greeting or thanks, in your template’s words.' : 'A person takes over.'}
      </Text>
      <Group gap="xs">
        <Badge variant="light">{intentLabel(intent)}</Badge>
        <Text size="sm">Confidence {percent(confidence)}</Text>
        {reason ? <Text size="sm">{reasonLabels[reason]}</Text> : null}
        {sources.length > 0 ? <Text size="sm">From: {sources.map(({ title }) => title).join(', ')}</Text> : null}
        <Text size="sm">Written by {engine === 'built-in' ? 'the built-in engine' : engine}</Text>
      </Group>
    </Stack>
  )
}
