import { Badge, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { MoreActions } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type ConsentLine, channelTitle, consentLines, type Point } from '../consents/rules.ts'
import { RecordOptOut, RecordPersonConsent, UndoOptOut } from './consent-forms.tsx'
import classes from './person.module.css'

type Yes = Awaited<ReturnType<typeof client.consents.of>>['items'][number]
type Stop = Awaited<ReturnType<typeof client.suppressions.of>>['items'][number]
type Line = ConsentLine<Yes, Stop>

interface ConsentProps {
  personId: string
  points: Point[]
}

/** Whether this person may be texted, emailed and called: since when, by what evidence, and the place to record it. */
export function Consent({ personId, points }: ConsentProps) {
  const { date } = useFormat()
  const live = { live: ['people', 'conversations'] }
  const yeses = useQuery(api.consents.of.queryOptions({ input: { personId }, meta: live }))
  const stops = useQuery(api.suppressions.of.queryOptions({ input: { personId }, meta: live }))
  if (points.length === 0) return null
  const error = yeses.error ?? stops.error
  return (
    <Panel title="Consent">
      {error ? (
        <ErrorPanel
          error={error}
          what="the consent"
          onRetry={() => void Promise.all([yeses.refetch(), stops.refetch()])}
        />
      ) : yeses.data && stops.data ? (
        <ul className={classes.list}>
          {consentLines(points, yeses.data.items, stops.data.items, date).map(line => (
            <ChannelLine key={`${line.channel} ${line.point.value}`} line={line} personId={personId} points={points} />
          ))}
        </ul>
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Panel>
  )
}

const badges = {
  in: { color: 'green', label: 'Opted in' },
  out: { color: 'red', label: 'Opted out' },
  none: { color: 'gray', label: 'No consent' },
} as const

function ChannelLine({ line, personId, points }: ConsentProps & { line: Line }) {
  const { point, channel, state, text, proof, also } = line
  const badge = channel === 'voice' && state === 'none' ? { color: 'gray', label: 'Calls allowed' } : badges[state]
  return (
    <li className={classes.note}>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={600} className={classes.grow} style={{ overflowWrap: 'anywhere' }}>
          {channelTitle(channel, point.shown)}
        </Text>
        <Badge color={badge.color} variant="light" tt="none" style={{ flexShrink: 0 }}>
          {badge.label}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        {text}
        {proof ? `: “${proof}”` : ''}
      </Text>
      {also.map(one => (
        <Text key={one} size="sm" c="dimmed">
          {one}
        </Text>
      ))}
      <LineActions line={line} personId={personId} points={points} />
    </li>
  )
}

type Opened = 'consent' | 'opt-out' | 'undo' | null

function LineActions({ line, personId, points }: ConsentProps & { line: Line }) {
  const { channel, state, stop, given } = line
  const [opened, setOpened] = useState<Opened>(null)
  const mayRecord = useMay('messaging.write') && channel !== 'voice' && !stop
  const mayOptOut = useMay('people.write') && !stop
  const mayUndo = useMay('settings.write') && stop?.canLift
  const close = () => setOpened(null)
  return (
    <Stack gap={0}>
      <Group gap={4} ml={-8}>
        {mayRecord && state !== 'in' ? <Small label="Record consent" onClick={() => setOpened('consent')} /> : null}
        {mayOptOut && state !== 'out' ? <Small label="Record opt-out" onClick={() => setOpened('opt-out')} /> : null}
        {mayUndo ? <Small label="Undo opt-out" onClick={() => setOpened('undo')} /> : null}
        {mayRecord && given.length > 0 ? <Withdraw personId={personId} given={given} /> : null}
      </Group>
      {opened === 'consent' ? <RecordPersonConsent personId={personId} line={line} onClose={close} /> : null}
      {opened === 'opt-out' ? <RecordOptOut personId={personId} line={line} points={points} onClose={close} /> : null}
      {opened === 'undo' && stop ? <UndoOptOut personId={personId} stop={stop} onClose={close} /> : null}
    </Stack>
  )
}

const Small = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="compact-xs" variant="subtle" onClick={onClick}>
    {label}
  </Button>
)

/** Takes a consent back that was recorded by mistake, topic by topic. */
function Withdraw({ personId, given }: { personId: string; given: Yes[] }) {
  const act = useAct(api.consents.key())
  const withdraw = async ({ value, channel, topic, topicName }: Yes) => {
    const sure = await confirm({
      title: 'Undo this consent?',
      text: `${channel === 'email' ? 'Emails' : 'Texts'} about “${topicName}” are no longer sent to them. The consent and its proof stay in the records.`,
      confirm: 'Undo consent',
    })
    if (sure) await act(() => client.consents.withdraw({ personId, value, channel, topic }), 'Consent undone')
  }
  return (
    <MoreActions>
      {given.map(yes => (
        <Menu.Item key={yes.topic} onClick={() => void withdraw(yes)}>
          Undo consent to {yes.topicName}
        </Menu.Item>
      ))}
    </MoreActions>
  )
}
