import { Anchor, Button, Group, Tabs } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatMoney } from '#kernel/money.ts'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow, StatTile } from '#ui/stat-tile.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { CoursesTab } from './courses-tab.tsx'
import { MembersTab } from './members-tab.tsx'
import { SitesTab, type TabProps } from './sites-tab.tsx'

export const meta = () => titled('Membership')

const tabs = ['sites', 'courses', 'members'] as const
type Tab = (typeof tabs)[number]
const buttons: Record<Tab, string> = { sites: 'Create Site', courses: 'Add Course', members: 'Add Member' }

const links = [
  { to: '/membership/pathways', label: 'Pathways' },
  { to: '/membership/serving', label: 'Serving' },
  { to: '/membership/reviews', label: 'Assignments and comments' },
]

/** Where people learn: sites, the courses on them, and who is in them. */
export default function Membership() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayWrite = useMay('content.write')
  const asked = params.get('tab') as Tab | null
  const tab = asked && tabs.includes(asked) ? asked : 'sites'
  const isAdding = params.get('add') !== null && mayWrite
  return (
    <>
      <PageHeader
        title="Membership Sites"
        purpose={
          <Group component="span" gap="md">
            Courses, the people in them, and how they get in.
            {links.map(({ to, label }) => (
              <Anchor key={to} component={Link} to={to}>
                {label}
              </Anchor>
            ))}
          </Group>
        }
        action={
          mayWrite ? (
            <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => change({ add: '1' })}>
              {buttons[tab]}
            </Button>
          ) : undefined
        }
      />
      <Tiles />
      <Lists tab={tab} isAdding={isAdding} onClose={() => change({ add: null })} />
    </>
  )
}

function Lists({ tab, isAdding, onClose }: TabProps & { tab: Tab }) {
  const change = useSearchChange()
  // The other lists have filters of their own.
  const open = (value: string | null) =>
    change({
      tab: value === 'sites' ? null : value,
      q: null,
      state: null,
      sort: null,
      status: null,
      site: null,
      course: null,
      deleted: null,
    })
  return (
    <Tabs value={tab} onChange={open} keepMounted={false} mt="md">
      <Tabs.List mb="md">
        <Tabs.Tab value="sites">Membership Sites</Tabs.Tab>
        <Tabs.Tab value="courses">Courses</Tabs.Tab>
        <Tabs.Tab value="members">Members</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="sites">
        <SitesTab isAdding={isAdding} onClose={onClose} />
      </Tabs.Panel>
      <Tabs.Panel value="courses">
        <CoursesTab isAdding={isAdding} onClose={onClose} />
      </Tabs.Panel>
      <Tabs.Panel value="members">
        <MembersTab isAdding={isAdding} onClose={onClose} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Tiles() {
  const { number, locale } = useFormat()
  const { data, error, refetch } = useQuery(
    api.membershipSites.summary.queryOptions({ input: {}, meta: { live: ['membership', 'courses'] } }),
  )
  const failed = { error, onRetry: () => void refetch() }
  return (
    <StatRow>
      <StatTile
        label="Active Sites"
        to="/membership?state=active"
        value={data && number(data.sites)}
        formula="Membership sites that are open"
        {...failed}
      />
      <StatTile
        label="Published Courses"
        to="/membership?tab=courses&state=published"
        value={data && number(data.courses)}
        formula="Courses that learners can open"
        {...failed}
      />
      <StatTile
        label="Active Members"
        to="/membership?tab=members&status=active"
        value={data && number(data.members)}
        formula="People with access to at least one course"
        {...failed}
      />
      <StatTile
        label="Revenue"
        to="/membership"
        value={data && formatMoney({ amount: data.revenue, currency: data.currency }, locale)}
        formula="Captured payments for offers of all sites, without refunds"
        {...failed}
      />
    </StatRow>
  )
}
