import { Anchor, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { panelsOf } from '#kernel/modules.ts'
import { skipLabels } from '#messaging/send-policy/rules/reasons.ts'
import { OriginalEmail } from '#messaging/widgets/original-email.tsx'
import { phoneText } from '#people/rules/phone-text.ts'
import { PlayRecording } from '#telephony/widgets/play-recording.tsx'
import { machine } from '#telephony/widgets/transcript.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { statusLabel } from '#ui/status-badge.tsx'
import { LazyWidget } from '#web/lazy-widget.tsx'
import { useMay, useMe } from '#web/me.tsx'
import { Files } from '../widgets/files.tsx'
import classes from './conversations.module.css'
import type { Item } from './use-conversations.ts'

const names = { sms: 'Text', email: 'E-mail', voice: 'Call', chat: 'Chat' } as const

interface ThreadItemProps {
  item: Item
  /** with whom */
  who: string
  /** in a household: who it is with stands on it */
  named?: boolean
  onRetry?: () => void
  /** our numbers by their names, where there is more than one */
  ours?: ReadonlyMap<string, string>
}

export function ThreadItem({ item, who, named, onRetry, ours }: ThreadItemProps) {
  const mayHear = useMay('telephony.use')
  const { kind, direction, channel, subject, text, author, at } = item
  return (
    <li className={classes.item} data-direction={direction} data-kind={kind}>
      <div className={classes.bubble}>
        {subject && channel === 'email' ? <Text fw={600}>{subject}</Text> : null}
        {text}
        {item.quoted ? <Quoted text={item.quoted} /> : null}
        <Files files={item.files} />
        {item.call?.written ? (
          <Text size="xs" c="dimmed">
            {machine}
          </Text>
        ) : null}
        {item.call?.recorded && mayHear ? (
          <div>
            <PlayRecording call={{ id: item.call.id, who, createdAt: at }} />
          </div>
        ) : null}
      </div>
      <Text size="xs" c="dimmed">
        {named ? `${who}, ` : ''}
        {kind === 'note' ? 'Note' : channel ? names[channel] : ''}
        {named && item.address ? ` ${phoneText(item.address)}` : ''}
        {channel === 'sms' && ours?.has(item.ours)
          ? ` ${direction === 'in' ? 'to' : 'from'} ${ours.get(item.ours)}`
          : ''}
        {author ? `, ${author}` : item.byAssistant ? ', AI Assistant' : ''} · <RelativeTime at={at} />
        {direction === 'out' && kind === 'message' ? ` · ${stateOf(item)}` : ''}
        {kind === 'chat' && item.state ? ` · also emailed: ${stateOf(item)}` : ''}
        {direction === 'in' && channel === 'email' && item.hasOriginal && item.messageId ? (
          <>
            {' · '}
            <OriginalEmail messageId={item.messageId} />
          </>
        ) : null}
        {item.mayRetry && onRetry ? (
          <>
            {' · '}
            <Anchor component="button" type="button" size="xs" onClick={onRetry}>
              Retry
            </Anchor>
          </>
        ) : null}
        <Below item={item} />
      </Text>
    </li>
  )
}

/** What other modules know of a message that no member wrote. */
function Below({ item: { messageId, direction, author } }: { item: Item }) {
  const { may } = useMe()
  if (!messageId || direction !== 'out' || author) return null
  return panelsOf('message')
    .filter(({ permission }) => may(permission))
    .map(({ label, load }) => <LazyWidget key={label} load={load} props={{ messageId }} fallback={null} />)
}

/** Quotations and signatures of a mail. */
function Quoted({ text }: { text: string }) {
  const [opened, { toggle }] = useDisclosure(false)
  return (
    <div>
      <Anchor component="button" type="button" size="xs" aria-expanded={opened} onClick={toggle}>
        {opened ? 'Hide quoted text' : 'Show quoted text'}
      </Anchor>
      {opened ? <div className={classes.quoted}>{text}</div> : null}
    </div>
  )
}

function stateOf({ state, skipReason, problem }: Item): string {
  if (state === 'skipped') return skipReason ? `Not sent: ${skipLabels[skipReason]}` : 'Not sent'
  if (state === 'failed' || state === 'undelivered') return `Not delivered${problem ? `: ${problem}` : ''}`
  return statusLabel(state ?? '')
}
