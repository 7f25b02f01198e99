import { Badge, Button, Group, Text } from '@mantine/core'
import { IconHeartHandshake } from '@tabler/icons-react'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useList } from '#ui/use-list.ts'
import { api, type client } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { useDay, useMoney } from '../widgets/use-money.ts'

export const meta = () => titled('Donors')

type Donor = Awaited<ReturnType<typeof client.donors.list>>['items'][number]
type Asked = Parameters<typeof client.donors.list>[0]

const states = [
  { value: 'active', label: 'Gave in the last 365 days' },
  { value: 'new', label: 'New this year' },
  { value: 'lapsed', label: 'Lapsed' },
]

function useColumns(): Column<Donor>[] {
  const [money, day] = [useMoney(), useDay()]
  return [
    {
      key: 'name',
      header: 'Donor',
      sortable: true,
      name: one => one.name,
      render: one => (
        <Group gap="xs" wrap="nowrap">
          <Text truncate>{one.name}</Text>
          {one.lapsed ? (
            <Badge variant="light" color="yellow" size="sm">
              Lapsed
            </Badge>
          ) : null}
        </Group>
      ),
    },
    { key: 'household', header: 'Household', optional: true, render: one => one.household ?? '–' },
    { key: 'firstOn', header: 'First gift', optional: true, render: one => day(one.firstOn) },
    { key: 'lastOn', header: 'Last gift', sortable: true, render: one => day(one.lastOn) },
    { key: 'gifts', header: 'Gifts', sortable: true, align: 'right', render: one => one.gifts },
    {
      key: 'totals',
      header: 'Total',
      align: 'right',
      render: one => one.totals.map(({ amount, currency }) => money(amount, currency)).join(', '),
    },
  ]
}

/** Everyone who ever gave. */
export default function Donors() {
  const { state, table } = useList(api.donors.list, {
    sort: '-lastOn',
    filters: ['state'],
    live: ['gifts'],
    input: list => list.filters as Partial<Asked>,
  })
  return (
    <>
      <PageHeader
        title="Donors"
        purpose="Everyone who gave, with their first and last gift."
        action={
          <Button component={Link} to="/donations" variant="default">
            Donations
          </Button>
        }
      />
      <DataTable
        label="donors"
        columns={useColumns()}
        {...table}
        searchPlaceholder="Name"
        rowLink={one => `/people/${one.id}`}
        filters={<FilterSelect state={state} name="state" label="Donors" any="All donors" options={states} />}
        empty={{
          icon: <IconHeartHandshake size={28} stroke={1.5} />,
          title: 'No donors yet',
          text: 'People appear here with their first gift.',
        }}
      />
    </>
  )
}
