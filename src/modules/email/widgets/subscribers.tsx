import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { ExportCsv } from '#ui/export-csv.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { subscriberStates } from '../rules/states.ts'
import { sourceWords, subscriberWords } from '../rules/words.ts'

type Row = Awaited<ReturnType<typeof client.newsletterSubscribers.list>>['items'][number]

const columns = (onChange: () => void): Column<Row>[] => [
  {
    key: 'email',
    header: 'E-mail',
    sortable: true,
    width: '28%',
    name: row => row.email,
    render: row => <Text fw={550}>{row.email}</Text>,
  },
  { key: 'name', header: 'Name', sortable: true, render: row => row.name },
  { key: 'source', header: 'Source', optional: true, render: row => sourceWords[row.source] ?? row.source },
  {
    key: 'consentedAt',
    header: 'Consented',
    sortable: true,
    render: row => <RelativeTime at={row.consentedAt} />,
  },
  {
    key: 'status',
    header: 'Status',
    render: row => <StatusBadge of="subscriber" value={row.status} label={subscriberWords[row.status]} />,
  },
  {
    key: 'lastActivityAt',
    header: 'Last activity',
    optional: true,
    card: 'hidden',
    render: row => <RelativeTime at={row.lastActivityAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    width: '88px',
    card: 'plain',
    render: row => <RowMenu row={row} onChange={onChange} />,
  },
]

const states = subscriberStates.map(value => ({ value, label: subscriberWords[value] }))

/** Everyone who ever opted in, newest first, with how it stands. */
export function Subscribers() {
  const queries = useQueryClient()
  const { asked, state, table } = useList(api.newsletterSubscribers.list, {
    sort: '-consentedAt',
    filters: ['status'],
    prefix: 'newsletter',
  })
  const refetch = () => void queries.invalidateQueries({ queryKey: api.newsletterSubscribers.key() })
  return (
    <DataTable
      label="subscribers"
      columns={columns(refetch)}
      {...table}
      searchPlaceholder="Search names and addresses"
      filters={<FilterSelect state={state} name="status" label="Status" any="Any status" options={states} />}
      actions={<ExportCsv name="newsletter-subscribers.csv" make={() => client.newsletterSubscribers.export(asked)} />}
      empty={{
        title: 'No subscribers yet',
        text: 'People who select the newsletter checkbox on the contact form appear here, with the wording they agreed to.',
      }}
    />
  )
}

function RowMenu({ row, onChange }: { row: Row; onChange: () => void }) {
  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      onChange()
      toast(done)
    } catch (error) {
      toastError(error)
    }
  }
  const unsubscribe = async () => {
    const sure = await confirm({
      title: `Unsubscribe ${row.email}?`,
      text: 'They won’t get any more newsletters. Only they can subscribe again, with a link in one of our emails.',
      confirm: 'Unsubscribe',
      danger: true,
    })
    if (sure) await act(() => client.newsletterSubscribers.unsubscribe({ id: row.id }), `${row.email} unsubscribed`)
  }
  const allow = () => act(() => client.newsletterSubscribers.allow({ id: row.id }), `${row.email} can get emails again`)
  if (row.status !== 'subscribed' && row.status !== 'bounced') return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${row.email}`}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {row.status === 'bounced' ? <Menu.Item onClick={() => void allow()}>Try this address again</Menu.Item> : null}
        <Menu.Item color="red" onClick={() => void unsubscribe()}>
          Unsubscribe
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
