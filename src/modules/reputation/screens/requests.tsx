import { Button, Group, Modal, Text, Tooltip } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import type { RequestFilter } from '../requests/contract.ts'
import { requestChannelNames, requestStateNames, requestStates } from '../requests/rules/states.ts'
import { targetNames } from '../requests/rules/targets.ts'
import { NewReviewCampaign } from '../widgets/new-review-campaign.tsx'
import { PickReview } from './pick-review.tsx'
import { RequestCampaigns } from './request-campaigns.tsx'

type Row = Awaited<ReturnType<typeof client.reviewRequests.list>>['items'][number]

const columns: Column<Row>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    width: '26%',
    name: row => row.name || row.address,
    render: row => (
      <>
        <Text span fw={550} display="block" truncate>
          {row.name || row.address}
        </Text>
        <Text span size="sm" c="dimmed" display="block" truncate>
          {row.address}
        </Text>
      </>
    ),
  },
  { key: 'platforms', header: 'Platforms', optional: true, render: row => targetNames(row.platforms) },
  {
    key: 'sentAt',
    header: 'Sent',
    sortable: true,
    render: row =>
      row.sentAt ? (
        <RelativeTime at={row.sentAt} />
      ) : (
        <Text span c="dimmed">
          {row.reason ?? '–'}
        </Text>
      ),
  },
  {
    key: 'state',
    header: 'Status',
    render: row => <StatusBadge of="reviewRequest" value={row.state} label={requestStateNames[row.state]} />,
  },
  { key: 'actions', header: 'Actions', width: '24%', render: row => <Actions row={row} /> },
]

/** A button that can't be pressed says why. */
function Actions({ row }: { row: Row }) {
  const act = useAct(api.reviewRequests.key())
  const [isPicking, setPicking] = useState(false)
  const { id, name, address, state, resendProblem } = row
  const who = name || address
  if (state === 'waiting' || state === 'skipped' || state === 'cancelled') return null
  return (
    <Group gap="xs" wrap="nowrap">
      <Tooltip label={resendProblem} disabled={resendProblem === null}>
        <Button
          size="compact-sm"
          variant="default"
          data-disabled={resendProblem !== null || undefined}
          aria-disabled={resendProblem !== null}
          aria-label={`Resend to ${who}`}
          onClick={event => {
            event.stopPropagation()
            if (resendProblem === null)
              void act(() => client.reviewRequests.resend({ id }), 'Review request sent again')
          }}
        >
          Resend
        </Button>
      </Tooltip>
      {state === 'reviewed' ? (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Undo reviewed of ${who}`}
          onClick={() => void act(() => client.reviewRequests.unconfirm({ id }), 'No longer marked as reviewed')}
        >
          Undo reviewed
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Mark ${who} as reviewed`}
          onClick={() => setPicking(true)}
        >
          Mark as reviewed
        </Button>
      )}
      {isPicking ? <PickReview requestId={id} who={who} onClose={() => setPicking(false)} /> : null}
    </Group>
  )
}

/** Whom the church asked for a review, and what came of it. */
export function Requests() {
  const [isNew, setNew] = useState(false)
  const { asked, state, table } = useList(api.reviewRequests.list, {
    sort: '-sentAt',
    filters: ['state', 'channel', 'campaign'],
    limit: 25,
    live: ['reviews'],
    input: ({ filters: { state, channel, campaign } }) =>
      ({
        ...(state && { state: [state] }),
        ...(channel && { channel }),
        ...(campaign && { campaignId: campaign }),
      }) as Partial<RequestFilter>,
  })
  const begin = (
    <Button leftSection={<IconSend size={16} stroke={1.75} />} onClick={() => setNew(true)}>
      Ask for reviews
    </Button>
  )
  return (
    <>
      <RequestCampaigns />
      <DataTable
        label="review requests"
        columns={columns}
        {...table}
        searchPlaceholder="Name or address"
        filters={<Filters state={state} />}
        actions={
          <>
            <ExportPeople name="review-requests.csv" make={() => client.reviewRequests.export(asked)} />
            {begin}
          </>
        }
        empty={{
          icon: <IconSend size={28} stroke={1.5} />,
          title: 'No review requests yet',
          text: 'Ask people who were with you to say what they experienced. Everyone is asked alike, and once in 90 days.',
        }}
      />
      {isNew ? (
        <Modal opened onClose={() => setNew(false)} title="Ask for reviews" size="lg">
          <NewReviewCampaign onClose={() => setNew(false)} />
        </Modal>
      ) : null}
    </>
  )
}

const channels = (['sms', 'email'] as const).map(value => ({ value, label: requestChannelNames[value] }))

const Filters = ({ state }: { state: ListState<string> }) => (
  <>
    <FilterSelect
      state={state}
      name="state"
      label="Status"
      any="Any status"
      options={requestStates.map(value => ({ value, label: requestStateNames[value] }))}
    />
    <FilterSelect state={state} name="channel" label="Channel" any="Any channel" options={channels} />
  </>
)
