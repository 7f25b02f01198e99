import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { api, type client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { PageDrawer } from './page-drawer.tsx'
import { PageForm } from './page-form.tsx'

export const meta = () => titled('Pages')

export type Page = Awaited<ReturnType<typeof client.pages.list>>['items'][number]

const columns: Column<Page>[] = [
  { key: 'name', header: 'Name', render: one => <Text fw={550}>{one.name}</Text> },
  {
    key: 'published',
    header: 'Public page',
    width: '20%',
    render: one => (one.published ? 'Published' : 'Not published'),
  },
  { key: 'createdAt', header: 'Created', width: '20%', render: one => <RelativeTime at={one.createdAt} /> },
]

export default function PagesScreen() {
  const { table } = useList(api.pages.list, { live: ['pages'] })
  const detail = useDetail('page')
  const added = useDetail('new')
  const mayWrite = useMay('content.write')
  const add = mayWrite ? (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => added.open('1')}>
      New page
    </Button>
  ) : undefined
  return (
    <>
      <PageHeader title="Pages" purpose="Create and publish pages." action={add} />
      <DataTable
        label="pages"
        columns={columns}
        {...table}
        searchPlaceholder="Search by name"
        onOpen={row => detail.open(row.id)}
        empty={{ title: 'No pages yet', text: 'Create the first one. You decide whether it is published.' }}
      />
      <PageDrawer id={detail.id} onClose={detail.close} />
      <PageForm opened={mayWrite && added.id !== null} onClose={added.close} />
    </>
  )
}
