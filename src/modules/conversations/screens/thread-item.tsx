import { Text } from '@mantine/core'
import { skipWords } from '#messaging/gate/rules/reasons.ts'
import { PlayRecording } from '#telephony/widgets/play-recording.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { statusLabel } from '#ui/status-badge.tsx'
import { useMay } from '#web/me.tsx'
import classes from './conversations.module.css'
import type { Item } from './use-conversations.ts'

const names = { sms: 'Text', email: 'E-mail', voice: 'Call' } as const

export function ThreadItem({ item, who }: { item: Item; who: string }) {
  const mayHear = useMay('telephony.use')
  const { kind, direction, channel, subject, text, author, at } = item
  return (
    <li className={classes.item} data-direction={direction} data-kind={kind}>
      <div className={classes.bubble}>
        {subject && channel === 'email' ? <Text fw={600}>{subject}</Text> : null}
        {text}
        {item.call?.recorded && mayHear ? (
          <div>
            <PlayRecording call={{ id: item.call.id, who, createdAt: at }} />
          </div>
        ) : null}
      </div>
      <Text size="xs" c="dimmed">
        {kind === 'note' ? 'Note' : channel ? names[channel] : ''}
        {author ? `, ${author}` : ''} · <RelativeTime at={at} />
        {direction === 'out' && kind === 'message' ? ` · ${stateOf(item)}` : ''}
      </Text>
    </li>
  )
}

function stateOf({ state, skipReason, problem }: Item): string {
  if (state === 'skipped') return skipReason ? `Not sent: they are among those ${skipWords[skipReason]}` : 'Not sent'
  if (state === 'failed' || state === 'undelivered') return `Not delivered${problem ? `: ${problem}` : ''}`
  return statusLabel(state ?? '')
}
