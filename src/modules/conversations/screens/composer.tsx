import { Alert, Button, NativeSelect, SegmentedControl, Text, Textarea, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { skipWords } from '#messaging/gate/rules/reasons.ts'
import { measure } from '#messaging/rules/segments.ts'
import { type AnswerChannel, TEXT_LIMIT } from '../rules/states.ts'
import classes from './conversations.module.css'
import { type Composing, useComposer } from './use-composer.ts'
import type { ThreadData } from './use-conversations.ts'

const channelNames = { sms: 'Text', email: 'E-mail' } as const

/** Where an answer or a note is written. */
export function Composer({ thread }: { thread: ThreadData }) {
  const composing = useComposer(thread)
  const { mode, channel, draft, blocked, ready, busy, place } = composing
  return (
    <form
      className={classes.composer}
      data-note={mode === 'note' || undefined}
      onSubmit={event => {
        event.preventDefault()
        void composing.send()
      }}
    >
      <Kind thread={thread} composing={composing} />
      {blocked ? <Blocked place={place} /> : null}
      <Words composing={composing} />
      <div className={classes.bar}>
        {mode === 'reply' && channel === 'sms' && draft.text ? <Counter text={draft.text} /> : null}
        <Button
          type="submit"
          size="compact-md"
          className={classes.push}
          loading={busy}
          disabled={!ready}
          leftSection={<IconSend size={16} stroke={1.75} />}
        >
          {mode === 'note' ? 'Add note' : 'Send'}
        </Button>
      </div>
    </form>
  )
}

interface PartProps {
  composing: Composing
}

const Kind = ({ thread, composing: { mode, setMode, channel, setChannel } }: PartProps & { thread: ThreadData }) => (
  <div className={classes.bar}>
    <SegmentedControl
      size="xs"
      aria-label="What to write"
      value={mode}
      onChange={value => setMode(value as 'reply' | 'note')}
      data={[
        { value: 'reply', label: 'Reply' },
        { value: 'note', label: 'Note' },
      ]}
    />
    {mode === 'reply' && thread.channels.length > 0 ? (
      <NativeSelect
        size="xs"
        aria-label="Channel"
        value={channel}
        onChange={event => setChannel(event.currentTarget.value as AnswerChannel)}
        data={thread.channels.map(one => ({ value: one.channel, label: channelNames[one.channel] }))}
      />
    ) : null}
  </div>
)

function Words({ composing: { mode, channel, draft, write, blocked, send } }: PartProps) {
  const note = mode === 'note'
  return (
    <>
      {!note && channel === 'email' ? (
        <TextInput
          aria-label="Subject"
          placeholder="Subject"
          maxLength={200}
          value={draft.subject}
          onChange={event => write({ subject: event.currentTarget.value })}
        />
      ) : null}
      <Textarea
        aria-label={note ? 'Note for colleagues' : 'Message'}
        placeholder={note ? 'Only your colleagues see this' : 'Enter sends, Shift and Enter begin a new line'}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={!note && channel === 'sms' ? TEXT_LIMIT : 10_000}
        disabled={blocked}
        value={draft.text}
        onChange={event => write({ text: event.currentTarget.value })}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
      />
    </>
  )
}

function Blocked({ place }: { place: ThreadData['channels'][number] | undefined }) {
  return (
    <Alert color="yellow" p="xs">
      {place?.stopped
        ? `They are among those ${skipWords[place.stopped]}, so nothing is sent there.`
        : 'There is no number or address to answer to yet.'}
    </Alert>
  )
}

/** How the text travels, and in how many pieces. */
function Counter({ text }: { text: string }) {
  const { units, encoding, segments } = measure(text)
  return (
    <Text size="xs" c="dimmed" data-figures>
      {units}/{encoding === 'GSM-7' ? 160 : 70} · {encoding} · {segments === 1 ? '1 segment' : `${segments} segments`}
    </Text>
  )
}
