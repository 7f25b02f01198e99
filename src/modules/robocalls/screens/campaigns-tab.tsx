import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useList } from '#ui/use-list.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import { robocallStates } from '../rules/states.ts'
import { stateWords } from '../rules/words.ts'
import type { CallCampaign } from '../widgets/use-call-draft.ts'
import { CallTiles } from './call-tiles.tsx'
import { StartDialog } from './start-dialog.tsx'

const columns: Column<CallCampaign>[] = [
  {
    key: 'name',
    header: 'Campaign',
    sortable: true,
    width: '24%',
    name: row => row.name,
    render: row => <Text fw={550}>{row.name}</Text>,
  },
  { key: 'state', header: 'Status', render: row => <State row={row} /> },
  { key: 'calls', header: 'Calls made', render: row => <CallsMade row={row} /> },
  {
    key: 'answerRate',
    header: 'Answer rate',
    align: 'right',
    optional: true,
    render: row => <Share of={row.progress?.answerRate} />,
  },
  {
    key: 'conversion',
    header: 'Conversion',
    align: 'right',
    optional: true,
    render: row => <Share of={row.progress?.conversionRate} />,
  },
  { key: 'nextRun', header: 'Next run', optional: true, render: row => <NextRun row={row} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    width: '190px',
    card: 'plain',
    render: row => <Actions row={row} />,
  },
]

const None = () => (
  <Text span c="dimmed">
    –
  </Text>
)

function State({ row: { state, progress } }: { row: CallCampaign }) {
  const { number } = useFormat()
  const calling = progress?.calling ?? 0
  return (
    <>
      <StatusBadge of="campaign" value={state} label={stateWords[state]} />
      {state === 'paused' && calling > 0 ? (
        <Text span size="xs" c="dimmed" display="block" mt={4} role="status">
          Pausing ({number(calling)} {calling === 1 ? 'call' : 'calls'} in progress)
        </Text>
      ) : null}
    </>
  )
}

function CallsMade({ row: { progress } }: { row: CallCampaign }) {
  const { number } = useFormat()
  if (!progress) return <None />
  return (
    <span data-figures>
      {number(progress.completed)} of {number(progress.calls)}
    </span>
  )
}

function Share({ of }: { of: number | null | undefined }) {
  const { percent } = useFormat()
  return of === null || of === undefined ? <None /> : <span data-figures>{percent(of)}</span>
}

function NextRun({ row: { nextRun } }: { row: CallCampaign }) {
  const { dateTime } = useFormat()
  return nextRun ? <span data-figures>{dateTime(nextRun)}</span> : <None />
}

function Actions({ row }: { row: CallCampaign }) {
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <StartOrPause campaign={row} />
      <Button
        component={Link}
        to={`/robocalls/${row.id}`}
        size="compact-sm"
        variant="default"
        aria-label={`View ${row.name}`}
      >
        View
      </Button>
    </Group>
  )
}

/** Pause of what is calling, Start of everything that can start or go on. */
function StartOrPause({ campaign }: { campaign: CallCampaign }) {
  const { id, name, state } = campaign
  const maySend = useMay('messaging.send')
  const { run, busy } = useMutate({ keys: [api.robocalls.key()] })
  const [isStarting, setIsStarting] = useState(false)
  if (!maySend) return null
  if (state === 'sending')
    return (
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        aria-label={`Pause ${name}`}
        onClick={() => void run(() => client.robocalls.pause({ id }), { done: 'Paused' })}
      >
        Pause
      </Button>
    )
  if (!['draft', 'declined', 'scheduled', 'paused'].includes(state)) return null
  const resume = () => run(() => client.robocalls.resume({ id }), { done: 'Calling' })
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        loading={busy}
        aria-label={`Start ${name}`}
        onClick={() => (state === 'paused' ? void resume() : setIsStarting(true))}
      >
        Start
      </Button>
      {isStarting ? <StartDialog campaign={campaign} onClose={() => setIsStarting(false)} /> : null}
    </>
  )
}

const states = robocallStates.map(value => ({ value, label: stateWords[value] }))

/** Call campaigns, newest first; a row opens its report. */
export function CampaignsTab({ begin }: { begin: ReactNode }) {
  const { asked, state, table } = useList(api.robocalls.list, {
    sort: '-createdAt',
    filters: ['state'],
    limit: 25,
    live: ['campaigns'],
  })
  return (
    <>
      <CallTiles />
      <DataTable
        label="campaigns"
        columns={columns}
        {...table}
        searchPlaceholder="Search campaigns"
        rowLink={row => `/robocalls/${row.id}`}
        filters={<FilterSelect state={state} name="state" label="Status" any="Any status" options={states} />}
        actions={<ExportPeople name="call-campaigns.csv" make={() => client.robocalls.export(asked)} />}
        empty={{
          title: 'No call campaigns yet',
          text: 'A campaign calls everyone you choose and plays one message, such as a snow closure. Only people who opted in to calls are called, and each call appears here with its result.',
          action: begin,
        }}
      />
    </>
  )
}
