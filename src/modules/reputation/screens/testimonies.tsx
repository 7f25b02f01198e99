import { Button, Text } from '@mantine/core'
import { IconPlus, IconQuote } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { api, type client } from '#web/api.ts'
import { titled } from '#web/title.ts'
import type { TestimonyFilter } from '../testimonies/contract.ts'
import { consentWayNames, type ShownState, shownStateNames, shownStates } from '../testimonies/rules/states.ts'
import { TestimonyDrawer } from './testimony-drawer.tsx'
import { NewTestimonyForm } from './testimony-form.tsx'

export const meta = () => titled('Testimonies')

type Row = Awaited<ReturnType<typeof client.testimonies.list>>['items'][number]

function useColumns(): Column<Row>[] {
  const { date } = useFormat()
  return [
    {
      key: 'testimony',
      header: 'Testimony',
      width: '46%',
      name: row => row.person,
      render: row => (
        <>
          <Text span fw={550}>
            {row.person}
          </Text>
          <Text size="sm" lineClamp={2}>
            {row.content}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      render: row => <StatusBadge of="testimony" value={row.state} label={shownStateNames[row.state]} />,
    },
    {
      key: 'consent',
      header: 'Consent',
      render: row =>
        row.consentOn && row.consentHow ? `${consentWayNames[row.consentHow]}, ${date(row.consentOn)}` : 'Missing',
    },
    { key: 'expiresOn', header: 'Expires', render: row => date(row.expiresOn) },
  ]
}

/** Stories that people told the church. They are no reviews and count in no rating. */
export default function Testimonies() {
  const detail = useDetail('testimony')
  const [isAdding, setAdding] = useState(false)
  const columns = useColumns()
  const { state, table } = useList(api.testimonies.list, {
    filters: ['state'],
    limit: 25,
    live: ['reviews'],
    input: ({ filters }) => (filters.state ? { state: [filters.state as ShownState] } : {}) as Partial<TestimonyFilter>,
  })
  return (
    <>
      <PageHeader
        title="Testimonies"
        purpose="Stories that people told you, published with their written consent. They never count in a rating."
        action={
          <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setAdding(true)}>
            Add testimony
          </Button>
        }
      >
        <Button component={Link} to="/reputation" variant="default">
          Reviews
        </Button>
      </PageHeader>
      <DataTable
        label="testimonies"
        columns={columns}
        {...table}
        searchPlaceholder="Search stories and names"
        filters={
          <FilterSelect
            state={state}
            name="state"
            label="State"
            any="Any state"
            options={shownStates.map(value => ({ value, label: shownStateNames[value] }))}
          />
        }
        onOpen={row => detail.open(row.id)}
        empty={{
          icon: <IconQuote size={28} stroke={1.5} />,
          title: 'No testimonies yet',
          text: 'Add a story that someone told you. Once their consent is on file, you can approve it and show it on a page.',
        }}
      />
      <TestimonyDrawer id={detail.id} onClose={detail.close} />
      {isAdding ? <NewTestimonyForm onClose={() => setAdding(false)} /> : null}
    </>
  )
}
