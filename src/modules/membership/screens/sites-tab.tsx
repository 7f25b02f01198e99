import { ActionIcon, Anchor, Button, Menu, MultiSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  IconArchive,
  IconCopy,
  IconDots,
  IconExternalLink,
  IconSchool,
  IconTrash,
  IconUsers,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { formatMoney } from '#kernel/money.ts'
import { confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useList } from '#ui/use-list.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import type { SiteFilter } from '../contract.ts'
import { siteStateNames, siteStates } from '../rules/states.ts'

type Row = Awaited<ReturnType<typeof client.membershipSites.list>>['items'][number]
export interface TabProps {
  isAdding: boolean
  onClose: () => void
}

/** Sites with their members, courses and revenue. */
export function SitesTab({ isAdding, onClose }: TabProps) {
  const mayWrite = useMay('content.write')
  const change = useSearchChange()
  const list = useList(api.membershipSites.list, {
    sort: 'newest',
    filters: ['state', 'deleted'],
    live: ['membership', 'courses'],
    input: ({ filters: { state, deleted } }) =>
      ({ ...(state && { state: [state] }), ...(deleted && { deleted: true }) }) as Partial<SiteFilter>,
  })
  const { state } = list
  const isTrash = Boolean(state.filters.deleted)
  return (
    <>
      <DataTable
        label="membership sites"
        columns={useColumns(isTrash)}
        {...list.table}
        searchPlaceholder="Search sites"
        filters={
          <>
            <FilterSelect
              state={state}
              name="state"
              label="Status"
              any="Any status"
              options={siteStates.map(value => ({ value, label: siteStateNames[value] }))}
            />
            <Button variant="subtle" size="compact-sm" onClick={() => state.setFilter('deleted', isTrash ? null : '1')}>
              {isTrash ? 'Back to sites' : 'Trash'}
            </Button>
          </>
        }
        actions={<ExportPeople name="membership-sites.csv" make={() => client.membershipSites.export(list.asked)} />}
        rowLink={isTrash ? undefined : row => `/membership/sites/${row.id}`}
        empty={{
          icon: <IconSchool size={28} stroke={1.5} />,
          title: 'No membership sites yet',
          text: 'A site shows courses to your people on a page of its own. Say who gets in, and for how much.',
          ...(mayWrite && { action: <Button onClick={() => change({ add: '1' })}>Create Site</Button> }),
        }}
      />
      <NewSite opened={isAdding} onClose={onClose} />
    </>
  )
}

function useColumns(isTrash: boolean): Column<Row>[] {
  const { number, locale } = useFormat()
  const shown: Column<Row>[] = [
    {
      key: 'name',
      header: 'Site',
      width: '34%',
      name: row => row.name,
      render: row => <Text truncate>{row.name}</Text>,
    },
    {
      key: 'status',
      header: 'Status',
      render: row => <StatusBadge of="membershipSite" value={row.state} label={siteStateNames[row.state]} />,
    },
    {
      key: 'members',
      header: 'Members',
      align: 'right',
      render: row => (
        <Anchor component={Link} to={`/membership?tab=members&site=${row.id}`} data-figures>
          {number(row.members)}
        </Anchor>
      ),
    },
    { key: 'courses', header: 'Courses', align: 'right', render: row => number(row.courses) },
    {
      key: 'revenue',
      header: 'Revenue',
      align: 'right',
      optional: true,
      render: row => formatMoney({ amount: row.revenue, currency: row.currency }, locale),
    },
  ]
  return [
    ...shown,
    {
      key: 'menu',
      header: 'Actions',
      align: 'right',
      card: 'plain',
      width: '96px',
      render: row => (isTrash ? <Restore row={row} /> : <SiteMenu row={row} />),
    },
  ]
}

const keys = [api.membershipSites.key()]

function Restore({ row }: { row: Row }) {
  const act = useAct(...keys)
  return useMay('content.write') ? (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void act(() => client.membershipSites.restore({ id: row.id }), `${row.name} restored`)}
    >
      Restore
    </Button>
  ) : null
}

const icon = { size: 16, stroke: 1.75 }

function SiteMenu({ row }: { row: Row }) {
  // Here and not with the items, which are gone once the menu has closed.
  const acts = useSiteActs(row)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${row.name}`}
          onClick={event => event.stopPropagation()}
        >
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <SiteItems row={row} acts={acts} />
      </Menu.Dropdown>
    </Menu>
  )
}

function useSiteActs({ id, name, members }: Row) {
  const act = useAct(...keys)
  const navigate = useNavigate()
  async function remove() {
    const agreed = await confirm({
      title: `Delete ${name}?`,
      text: `Its page closes. ${members === 0 ? 'Nobody is in its courses.' : `${members === 1 ? '1 member keeps' : `${members} members keep`} their progress, and their courses stay open to them in the portal.`} You can restore it for 30 days.`,
      confirm: 'Delete this site',
      danger: true,
    })
    if (!agreed) return
    if (await act(() => client.membershipSites.remove({ id }), undefined, 'The site was not deleted'))
      toast(`${name} moved to the trash`, () => client.membershipSites.restore({ id }))
  }
  async function copy() {
    let made = ''
    await act(
      async () => void ({ id: made } = await client.membershipSites.duplicate({ id })),
      'Copied',
      'The site was not copied',
    )
    if (made) navigate(`/membership/sites/${made}`)
  }
  const publish = () => act(() => client.membershipSites.publish({ id }), 'Site published', 'Not published yet')
  const archive = () =>
    act(() => client.membershipSites.archive({ id }), 'Site archived. Its members keep their courses')
  return { copy, publish, archive, remove }
}

function SiteItems({ row, acts }: { row: Row; acts: ReturnType<typeof useSiteActs> }) {
  const [mayWrite, mayPublish] = [useMay('content.write'), useMay('content.publish')]
  const { id, state, path } = row
  return (
    <>
      <Menu.Item component={Link} to={`/membership/sites/${id}`}>
        Edit
      </Menu.Item>
      {state === 'active' ? (
        <Menu.Item leftSection={<IconExternalLink {...icon} />} component="a" href={path} target="_blank">
          Open
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconUsers {...icon} />} component={Link} to={`/membership?tab=members&site=${id}`}>
        Members
      </Menu.Item>
      {mayPublish && state !== 'active' ? <Menu.Item onClick={() => void acts.publish()}>Publish</Menu.Item> : null}
      {mayWrite ? (
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void acts.copy()}>
          Duplicate
        </Menu.Item>
      ) : null}
      {mayPublish && state !== 'archived' ? (
        <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => void acts.archive()}>
          Archive
        </Menu.Item>
      ) : null}
      {mayWrite ? (
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void acts.remove()}>
          Delete
        </Menu.Item>
      ) : null}
    </>
  )
}

const blank = { name: '', description: '', courseIds: [] as string[] }
const schema = async () => (await import('../contract.ts')).NewSite

function NewSite({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const act = useAct(...keys)
  const form = useForm({ initialValues: blank })
  const { data } = useQuery(api.courses.list.queryOptions({ input: { limit: 200, sort: 'title' }, enabled: opened }))
  async function save(values: typeof blank) {
    const { id } = await client.membershipSites.create(values)
    await act(async () => {}, 'Site created')
    // The drawer takes its name out of the address first.
    setTimeout(() => navigate(`/membership/sites/${id}`))
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title="Create Site"
      form={form}
      onSubmit={save}
      submitLabel="Create Site"
      schema={schema}
    >
      <TextInput label="Name" placeholder="Next steps" data-autofocus required {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={3} {...form.getInputProps('description')} />
      <MultiSelect
        label="Courses"
        description="You can add more later."
        searchable
        data={(data?.items ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        {...form.getInputProps('courseIds')}
      />
    </FormDrawer>
  )
}
