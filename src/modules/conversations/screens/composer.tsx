import { Alert, Button, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { measure } from '#messaging/rules/segments.ts'
import { type SkipReason, skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { phoneText } from '#people/rules/phone-text.ts'
import { CareHoldLine } from '#people/widgets/care-hold-line.tsx'
import type { AnswerChannel } from '../rules/states.ts'
import { AttachButton, AttachedFiles } from './attach.tsx'
import classes from './conversations.module.css'
import { InsertEmoji, InsertField } from './insert.tsx'
import { Later } from './later.tsx'
import { SavedMenu } from './saved-menu.tsx'
import { type Composing, useComposer } from './use-composer.ts'
import type { ThreadData } from './use-conversations.ts'
import { useRunMacro, wordsOf } from './use-saved.ts'
import { Words } from './words.tsx'

const channelNames = { sms: 'Text', email: 'E-mail', chat: 'Chat' } as const

/** A chat with someone who has gone goes on by mail, if they left an address. */
const wayOf = (channel: AnswerChannel, { visitor }: ThreadData) =>
  channel !== 'chat' || !visitor || visitor.here
    ? channelNames[channel]
    : { never: 'Chat (offline)', unseen: 'Chat, then email', always: 'Chat and email' }[visitor.mailed]

/** Where an answer or a note is written. */
export function Composer({ thread, suggested }: { thread: ThreadData; suggested: { text: string; at: number } }) {
  const composing = useComposer(thread)
  const take = useEffectEvent(() => composing.write({ text: suggested.text }))
  useEffect(() => {
    if (suggested.at > 0) take()
  }, [suggested.at])
  const run = useRunMacro(thread.id)
  const { mode, channel, draft, blocked, ready, busy, files, write, insert } = composing
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
      <Hints thread={thread} composing={composing} />
      <Words conversationId={thread.id} composing={composing} />
      {mode === 'reply' ? <AttachedFiles files={files} onChange={next => write({ files: next })} /> : null}
      <div className={classes.bar}>
        {mode === 'reply' && !blocked ? (
          <AttachButton files={files} onChange={next => write({ files: next })} pictures={channel === 'sms'} />
        ) : null}
        {mode === 'reply' && !blocked ? (
          <SavedMenu
            onSnippet={async snippet => write({ text: draft.text + (await wordsOf(snippet, thread.id)) })}
            onMacro={macro => void run(macro)}
          />
        ) : null}
        {mode === 'reply' && !blocked ? (
          <>
            <InsertField conversationId={thread.id} onInsert={insert} />
            <InsertEmoji onInsert={insert} />
          </>
        ) : null}
        {mode === 'reply' && channel === 'sms' && draft.text ? <Counter text={draft.text} /> : null}
        <span className={classes.push} />
        {mode === 'reply' ? <Later disabled={!ready || busy} onSchedule={composing.schedule} /> : null}
        <Button
          type="submit"
          size="compact-md"
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

const Kind = ({ thread, composing }: PartProps & { thread: ThreadData }) => {
  const { mode, setMode, channel, setChannel, from, setFrom } = composing
  return (
    <div className={`${classes.bar} ${classes.kind}`}>
      <SegmentedControl
        size="xs"
        aria-label="Message type"
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
          data={thread.channels.map(one => ({ value: one.channel, label: wayOf(one.channel, thread) }))}
        />
      ) : null}
      {mode === 'reply' && channel === 'sms' && thread.senders.length > 1 ? (
        <NativeSelect
          size="xs"
          aria-label="From"
          value={from}
          onChange={event => setFrom(event.currentTarget.value)}
          data={thread.senders.map(one => ({ value: one.number, label: `From ${one.name || phoneText(one.number)}` }))}
        />
      ) : null}
    </div>
  )
}

/** What to know before writing. */
const Hints = ({ thread, composing: { mode, channel, blocked, place } }: PartProps & { thread: ThreadData }) => (
  <>
    {mode === 'reply' && thread.personId ? <CareHoldLine personId={thread.personId} /> : null}
    {blocked ? <Blocked place={place} /> : null}
    {mode === 'reply' && channel === 'chat' ? <Gone visitor={thread.visitor} /> : null}
  </>
)

function Blocked({ place }: { place: ThreadData['channels'][number] | undefined }) {
  return (
    <Alert color="yellow" p="xs">
      {place?.stopped ? blocked(place.stopped) : 'There is no phone number or email address to reply to yet.'}
    </Alert>
  )
}

const blocked = (reason: SkipReason) =>
  reason === 'stop'
    ? 'They replied STOP. You can’t text this number until they reply START.'
    : `You can’t write to them here: ${skipLabels[reason].toLowerCase()}.`

/** Where an answer goes after the visitor has left the chat. */
function Gone({ visitor }: { visitor: ThreadData['visitor'] }) {
  if (!visitor || visitor.here) return null
  return (
    <Text size="xs" c="dimmed">
      {visitor.noMail
        ? 'They left and turned off emails. They will see this if they come back.'
        : {
            never: 'They left without an email address. They will see this if they come back.',
            unseen: `They left. Messages they don’t see within two minutes are emailed to ${visitor.email}.`,
            always: `They left. This is also emailed to ${visitor.email}.`,
          }[visitor.mailed]}
    </Text>
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
