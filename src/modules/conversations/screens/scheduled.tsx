import { ActionIcon, Button, Group, Menu, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconClock, IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '#ui/format.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import classes from './conversations.module.css'
import { useTimeZone } from './later.tsx'

type Scheduled = Awaited<ReturnType<typeof client.scheduledReplies.list>>['items'][number]

export const useScheduledAct = () => useAct(api.scheduledReplies.key(), api.conversations.key())

/** Answers of a thread that wait for their time, at the end of it. */
export function ScheduledAnswers({ conversationId }: { conversationId: string }) {
  const { data } = useQuery(
    api.scheduledReplies.list.queryOptions({ input: { conversationId }, meta: { live: ['conversations'] } }),
  )
  return data?.items.map(one => <Waiting key={one.id} scheduled={one} />)
}

function Waiting({ scheduled }: { scheduled: Scheduled }) {
  const { dateTime } = useFormat()
  const [editing, setEditing] = useState(false)
  const mayWrite = useMay('conversations.write')
  const { text, subject, files, sendAt, state, problem, author } = scheduled
  const stopped = state === 'stopped'
  return (
    <li className={classes.item} data-direction="out" data-kind="scheduled">
      <div className={classes.bubble}>
        {subject ? <Text fw={600}>{subject}</Text> : null}
        {text}
        {files.length > 0 ? <Text size="xs">{files.map(({ name }) => name).join(', ')}</Text> : null}
      </div>
      <Group gap="xs">
        <IconClock size={14} stroke={1.75} aria-hidden />
        <Text size="xs" c={stopped ? 'red' : 'dimmed'}>
          {stopped ? `Not sent: ${problem}` : `Scheduled for ${dateTime(sendAt)}`}
          {author ? `, ${author}` : ''}
        </Text>
        {mayWrite ? <Choices scheduled={scheduled} onEdit={() => setEditing(true)} /> : null}
      </Group>
      {editing ? <Edit scheduled={scheduled} onClose={() => setEditing(false)} /> : null}
    </li>
  )
}

function Choices({ scheduled: { id, state }, onEdit }: { scheduled: Scheduled; onEdit: () => void }) {
  const act = useScheduledAct()
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label="Edit scheduled message">
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void act(() => client.scheduledReplies.sendNow({ id }), 'Sent')}>Send now</Menu.Item>
        <Menu.Item onClick={onEdit}>Edit</Menu.Item>
        <Menu.Item onClick={() => void act(() => client.scheduledReplies.cancel({ id }), 'Canceled')}>
          {state === 'stopped' ? 'Dismissed' : 'Cancel sending'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function Edit({ scheduled, onClose }: { scheduled: Scheduled; onClose: () => void }) {
  const act = useScheduledAct()
  const timeZone = useTimeZone()
  const { id, version, channel } = scheduled
  const [text, setText] = useState(scheduled.text)
  const [subject, setSubject] = useState(scheduled.subject)
  const [at, setAt] = useState(() => clockTime(scheduled.sendAt, timeZone))
  const save = async () => {
    const sendAt = instantAt(at, timeZone) as never
    const saved = await act(() => client.scheduledReplies.update({ id, version, text, subject, sendAt }), 'Saved')
    if (saved) onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Scheduled message">
      <Stack gap="sm">
        {channel === 'email' ? (
          <TextInput label="Subject" value={subject} onChange={event => setSubject(event.currentTarget.value)} />
        ) : null}
        <Textarea
          label="Message"
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="Send at"
          description={timeZone}
          value={at}
          onChange={event => setAt(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button disabled={!at} onClick={() => void save()}>
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
