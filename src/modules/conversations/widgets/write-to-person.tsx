import { Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { measure } from '#messaging/rules/segments.ts'
import { keepDraft, readDraft } from '#ui/kept-draft.ts'
import { newId } from '#ui/new-id.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { answerLimits } from '../rules/states.ts'

type Way = 'sms' | 'email'
/** The key goes with the words: sent twice, they arrive once. */
const blank = () => ({ text: '', subject: '', key: newId() })

function useMessage(personId: string, channel: Way) {
  const queries = useQueryClient()
  const name = `${channel}:${personId}`
  const [draft, setDraft] = useState(() => readDraft<ReturnType<typeof blank>>(name)?.value ?? blank())
  const [busy, setBusy] = useState(false)
  const write = (change: Partial<typeof draft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    keepDraft(name, next.text || next.subject ? { version: 1, value: next } : null)
  }
  async function send() {
    setBusy(true)
    try {
      const { id } = await client.conversations.start({ personId })
      await client.conversations.send({ id, channel, ...draft })
      write(blank())
      toast(channel === 'sms' ? 'Text sent' : 'Email sent')
      await queries.invalidateQueries({ queryKey: api.timeline.key() })
    } catch (error) {
      toastError(error, 'Not sent. What you wrote is still here.')
    } finally {
      setBusy(false)
    }
  }
  return { draft, write, send, busy }
}

/** Writes to one person without leaving their page; the message appears in their conversation. */
function WriteToPerson({ personId, channel }: { personId: string; channel: Way }) {
  const { draft, write, send, busy } = useMessage(personId, channel)
  const person = useQuery(api.people.get.queryOptions({ input: { id: personId }, meta: { live: ['people'] } }))
  const point = person.data?.points.find(one => one.kind === (channel === 'sms' ? 'phone' : 'email'))
  if (person.data && !point)
    return (
      <Alert color="gray">
        {channel === 'sms' ? 'There is no phone number to text yet.' : 'There is no email address yet.'}
      </Alert>
    )
  const { segments } = measure(draft.text)
  return (
    <Stack gap="xs">
      {channel === 'email' ? (
        <TextInput
          aria-label="Subject"
          placeholder="Subject"
          maxLength={200}
          value={draft.subject}
          onChange={event => write({ subject: event.currentTarget.value })}
        />
      ) : null}
      <Textarea
        aria-label={channel === 'sms' ? 'Text message' : 'Email message'}
        placeholder={channel === 'sms' ? 'Write a text' : 'Write an email'}
        autosize
        minRows={channel === 'sms' ? 2 : 4}
        maxRows={14}
        maxLength={answerLimits[channel].length ?? 10_000}
        value={draft.text}
        onChange={event => write({ text: event.currentTarget.value })}
      />
      <Group justify="flex-end">
        {channel === 'sms' && draft.text ? (
          <Text size="sm" c="dimmed">
            {segments === 1 ? '1 segment' : `${segments} segments`}
          </Text>
        ) : null}
        <Button
          leftSection={<IconSend size={16} stroke={1.75} />}
          loading={busy}
          disabled={!draft.text.trim()}
          onClick={() => void send()}
        >
          Send
        </Button>
      </Group>
    </Stack>
  )
}

export const TextPerson = ({ personId }: { personId: string }) => <WriteToPerson personId={personId} channel="sms" />
export const EmailPerson = ({ personId }: { personId: string }) => <WriteToPerson personId={personId} channel="email" />
