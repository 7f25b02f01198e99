import { Button, Stack, Text } from '@mantine/core'
import { IconHeartHandshake, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { api, type client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { RoleDrawer } from './role.tsx'
import { RoleForm } from './role-form.tsx'
import { Roster } from './roster.tsx'
import { MembershipTabs } from './tabs.tsx'

export const meta = () => titled('Serving')

type Row = Awaited<ReturnType<typeof client.servingRoles.list>>['items'][number]

const columns: Column<Row>[] = [
  { key: 'name', header: 'Role', width: '28%', name: row => row.name, render: row => <Text truncate>{row.name}</Text> },
  {
    key: 'trainings',
    header: 'Trainings',
    width: '30%',
    render: row => row.trainings.map(({ title }) => title).join(', ') || 'None',
  },
  { key: 'group', header: 'Group', optional: true, render: row => row.group },
  {
    key: 'ready',
    header: 'Ready to serve',
    align: 'right' as const,
    render: row => `${row.ready} of ${row.people}`,
  },
]

/** Who does what, who is trained for it, and who serves at the next events. */
export default function Serving() {
  const mayWrite = useMay('content.write')
  const [isNew, setNew] = useState(false)
  const detail = useDetail('role')
  const { table } = useList(api.servingRoles.list, { live: ['pathways', 'courses'] })
  const begin = () => setNew(true)
  return (
    <>
      <PageHeader
        title="Serving"
        purpose="Roles, the trainings they require, and who serves at upcoming events."
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={begin}>
              New role
            </Button>
          ) : undefined
        }
      />
      <MembershipTabs />
      <Stack gap="xl">
        <DataTable
          label="roles"
          columns={columns}
          {...table}
          searchPlaceholder="Role name"
          onOpen={row => detail.open(row.id)}
          empty={{
            icon: <IconHeartHandshake size={28} stroke={1.5} />,
            title: 'No roles yet',
            text: 'A role such as “Kids team” names its trainings. People can serve only while their trainings are valid.',
            ...(mayWrite && { action: <Button onClick={begin}>Create a role</Button> }),
          }}
        />
        <Roster roles={table.source.rows} />
      </Stack>
      <RoleForm opened={isNew} onClose={() => setNew(false)} />
      <RoleDrawer id={detail.id} onClose={detail.close} />
    </>
  )
}
