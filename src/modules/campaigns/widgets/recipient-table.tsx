import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import type { ListSource } from '#ui/list-source.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { ListState } from '#ui/use-list-state.ts'

interface RecipientRow {
  id: string
  name: string
  personId: string | null
  outcome: string
  sentAt: string | null
}

interface RecipientTableProps<Row extends RecipientRow> {
  table: { state: ListState<string>; source: ListSource<Row> }
  /** How the channel reaches them: the column's key, its header, and what stands there. */
  address: { key: string; header: string; of: (row: Row) => string }
  /** Outcomes and figures that can be chosen, in order, with their labels. */
  outcomes: readonly string[]
  labels: Readonly<Record<string, string>>
  /** Why it didn't arrive, or what it waits for. */
  why: (row: Row) => ReactNode
  /** "Any outcome" */
  any: string
  search: string
  /** The button that exports what the table shows. */
  actions: ReactNode
  /** What is sent, in the singular: "text". */
  message: string
}

/** The rows behind the figures of a campaign's report, with a filter for each figure. */
export function RecipientTable<Row extends RecipientRow>(props: RecipientTableProps<Row>) {
  const { table, outcomes, labels, any, search, actions, message } = props
  const options = outcomes.map(value => ({ value, label: labels[value]! }))
  return (
    <DataTable
      label="recipients"
      columns={columnsOf(props)}
      {...table}
      searchPlaceholder={search}
      filters={<FilterSelect state={table.state} name="outcome" label="Outcome" any={any} options={options} />}
      actions={actions}
      empty={{ title: 'No recipients yet', text: `Recipients appear here with the status of their ${message}.` }}
    />
  )
}

function columnsOf<Row extends RecipientRow>({ address, labels, why }: RecipientTableProps<Row>): Column<Row>[] {
  const nameOf = (row: Row) => row.name || address.of(row)
  return [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      width: '28%',
      name: nameOf,
      render: row =>
        row.personId ? (
          <Anchor component={Link} to={`/people/${row.personId}`} fw={550}>
            {nameOf(row)}
          </Anchor>
        ) : (
          <Text fw={550}>{nameOf(row)}</Text>
        ),
    },
    {
      key: address.key,
      header: address.header,
      sortable: true,
      render: row => <span data-figures>{address.of(row)}</span>,
    },
    {
      key: 'outcome',
      header: 'Outcome',
      render: row => <StatusBadge of="recipient" value={row.outcome} label={labels[row.outcome]!} />,
    },
    { key: 'why', header: 'Why', width: '26%', optional: true, render: why },
    { key: 'sentAt', header: 'Sent', render: row => (row.sentAt ? <RelativeTime at={row.sentAt} /> : '') },
  ]
}
