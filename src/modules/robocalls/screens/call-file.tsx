import { Anchor, Button, Drawer, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { usePlayback } from '#ui/use-playback.ts'
import { api, type client } from '#web/api.ts'
import { purposeLabels, resultLabels } from '../rules/states.ts'
import { clockWords, notCalledWords } from '../rules/words.ts'
import { useLengthWords } from '../widgets/use-length-words.ts'
import { costWords } from './call-tiles.tsx'
import classes from './robocalls.module.css'

type Row = Awaited<ReturnType<typeof client.robocalls.recipients>>['items'][number]
type Call = Awaited<ReturnType<typeof client.robocalls.calls>>['items'][number]

interface CallFileDrawerProps {
  id: string | null
  /** Where the list has it loaded. */
  row: Row | undefined
  onClose: () => void
}

/** Every call to one recipient, with what proves that it was allowed. */
export function CallFileDrawer({ id, row, onClose }: CallFileDrawerProps) {
  const { data, error, refetch } = useQuery({
    ...api.robocalls.calls.queryOptions({ input: { recipientId: id ?? '' }, meta: { live: ['campaigns'] } }),
    enabled: id !== null,
  })
  return (
    <Drawer opened={id !== null} onClose={onClose} title={row?.name || 'Call file'} size="lg">
      <Stack>
        {row ? (
          <Text size="sm" data-figures>
            {phoneText(row.number)}
            {row.personId ? (
              <>
                {' · '}
                <Anchor component={Link} to={`/people/${row.personId}`} underline="always">
                  Open person
                </Anchor>
              </>
            ) : null}
          </Text>
        ) : null}
        {error && !data ? <ErrorPanel error={error} what="the calls" onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonRows rows={5} height={56} /> : null}
        {data?.items.length === 0 ? <NoCalls row={row} /> : null}
        {data?.items.map(call => (
          <CallPanel key={call.id} call={call} />
        ))}
      </Stack>
    </Drawer>
  )
}

const NoCalls = ({ row }: { row: Row | undefined }) => (
  <EmptyState
    title="No calls to this number"
    text={
      row?.reason
        ? `It is not called. Reason: ${notCalledWords(row.reason).toLowerCase()}.`
        : 'Calls appear here with their result and their proof.'
    }
  />
)

const answerers: Record<string, string> = {
  human: 'A person',
  machine: 'Voicemail',
  fax: 'A fax machine',
  unknown: 'Unknown',
}
const answererOf = (answeredBy: string) =>
  answerers[answeredBy] ?? (answeredBy.startsWith('machine') ? answerers.machine : answeredBy)

function CallPanel({ call }: { call: Call }) {
  const lengthWords = useLengthWords()
  const { dateTime } = useFormat()
  const { startedAt, attempt, result, answeredBy, keys, duration, price, callerNumber } = call
  return (
    <Panel
      title={`Call ${attempt}`}
      actions={result ? <StatusBadge of="robocall" value={result} label={resultLabels[result]} /> : undefined}
    >
      <Stack gap="md">
        <Facts
          of={[
            ['Called', dateTime(startedAt)],
            ['From', phoneText(callerNumber)],
            ['Answered by', answeredBy ? answererOf(answeredBy) : 'Nobody'],
            ['Keys pressed', keys ? [...keys].join(', ') : 'None'],
            ['Length', duration === null ? '–' : lengthWords(duration)],
            ['Cost', price === null ? 'Not known yet' : costWords(price / 10_000)],
          ]}
        />
        <Said call={call} />
        <Proof proof={call.proof} />
      </Stack>
    </Panel>
  )
}

function Said({ call: { said, recordingUrl } }: { call: Call }) {
  const { playing, problem, play, stop } = usePlayback([{ text: '', language: null, url: recordingUrl }])
  if (!said) return null
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" fw={600}>
        What was said
      </Text>
      <div className={classes.bubble}>{said}</div>
      {recordingUrl ? (
        <Button size="compact-sm" variant="default" onClick={() => (playing ? stop() : void play())}>
          {playing ? 'Stop' : 'Play the recording'}
        </Button>
      ) : null}
      {problem ? <Text size="sm">{problem}</Text> : null}
    </Stack>
  )
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Why this call was allowed at that moment. */
function Proof({ proof }: { proof: Call['proof'] }) {
  const { date, dateTime } = useFormat()
  const { consent, zones, states, window, recent, cap, capDays, registryAsOf, purpose } = proof
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        Why it was allowed
      </Text>
      <Facts
        of={[
          ['Purpose', purposeLabels[purpose]],
          ['Consent', consent ? `${sourceWords(consent.source)}, ${dateTime(consent.at)}` : 'None was needed'],
          ...(consent?.wording ? ([['Wording', `“${consent.wording}”`]] as Fact[]) : []),
          ...(consent ? ([['In writing', consent.isWritten ? 'Yes' : 'No']] as Fact[]) : []),
          ['Time where the phone may be', zones.map(one => zoneWords(one)).join('; ') || '–'],
          ['State laws checked', states.map(one => `${one.state} (${one.source})`).join('; ') || 'None apply'],
          [
            'Call hours',
            `${clockWords(window.from)} to ${clockWords(window.until)}, ${window.days.map(day => dayNames[day - 1]).join(', ')}`,
          ],
          ['Earlier calls', `${recent} of ${cap} allowed in ${counted(capDays, 'days')}`],
          [
            'Do-not-call registry',
            registryAsOf ? `Checked against ${date(`${registryAsOf}T12:00:00Z`)}` : 'Not needed for this purpose',
          ],
        ]}
      />
    </Stack>
  )
}

type Fact = [name: string, value: ReactNode]

const sources: Record<string, string> = {
  form: 'By a form',
  keyword: 'By a keyword',
  import: 'By an import',
  staff: 'Recorded by staff',
  link: 'By a link',
}
const sourceWords = (source: string) => sources[source] ?? source

/** "America/Chicago" and "Fri 18:25" as "Chicago, Fri 6:25 PM". */
const zoneWords = ({ zone, clock }: { zone: string; clock: string }) =>
  `${zone.split('/').at(-1)!.replaceAll('_', ' ')}, ${clock.replace(/\d\d:\d\d/, clockWords)}`

const Facts = ({ of }: { of: Fact[] }) => (
  <dl className={classes.facts} data-figures>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
