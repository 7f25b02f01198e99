import { Alert, Anchor, Button, Group, List, Stack, Tabs, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { CopiedText } from '#ui/copied-text.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { siteStateNames } from '../rules/states.ts'
import { Offers } from './offers.tsx'
import { SiteFields } from './site-fields.tsx'

export const meta = () => titled('Membership site')

export type Site = Awaited<ReturnType<typeof client.membershipSites.get>>

/** One site: what it shows, and how people get in. */
export default function SiteScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(
    api.membershipSites.get.queryOptions({ input: { id }, meta: { live: ['membership'] }, retry: false }),
  )
  if ((error as { code?: string } | null)?.code === 'NOT_FOUND')
    return (
      <EmptyState
        title="Membership site not found"
        text="It may have been deleted, or the link is incomplete."
        action={
          <Button component={Link} to="/membership" variant="default">
            All sites
          </Button>
        }
      />
    )
  if (error && !data) return <ErrorPanel error={error} what="this site" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} height={64} />
  return <Whole key={data.id} site={data} />
}

function Whole({ site }: { site: Site }) {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const view = params.get('view') === 'offers' ? 'offers' : 'site'
  return (
    <>
      <PageHeader
        title={site.name}
        purpose={
          <Anchor component={Link} to="/membership">
            All sites
          </Anchor>
        }
        action={<Publish site={site} />}
      >
        <HeadLinks site={site} />
      </PageHeader>
      <ProblemsAndAddress site={site} />
      <Tabs value={view} onChange={value => change({ view: value === 'offers' ? 'offers' : null })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="site">Site</Tabs.Tab>
          <Tabs.Tab value="offers">Offers</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="site">
          <SiteFields site={site} />
        </Tabs.Panel>
        <Tabs.Panel value="offers">
          <Offers site={site} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

const HeadLinks = ({ site }: { site: Site }) => (
  <Group gap="xs" visibleFrom="sm">
    <StatusBadge of="membershipSite" value={site.state} label={siteStateNames[site.state]} />
    {site.state === 'active' ? (
      <Button
        component="a"
        href={site.path}
        target="_blank"
        variant="default"
        leftSection={<IconExternalLink size={16} stroke={1.75} />}
      >
        Open
      </Button>
    ) : null}
    <Button component={Link} to={`/membership?tab=members&site=${site.id}`} variant="default">
      Members ({site.members})
    </Button>
  </Group>
)

const ProblemsAndAddress = ({ site }: { site: Site }) => (
  <Stack mb="md">
    {site.problems.length > 0 ? (
      <Alert color="blue" variant="light" title="Before you publish">
        <List size="sm">
          {site.problems.map(problem => (
            <List.Item key={problem}>{problem}</List.Item>
          ))}
        </List>
      </Alert>
    ) : null}
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        Address
      </Text>
      <CopiedText text={`${typeof location === 'undefined' ? '' : location.origin}${site.path}`} what="address" />
    </Group>
  </Stack>
)

function Publish({ site }: { site: Site }) {
  const may = useMay('content.publish')
  const act = useAct(api.membershipSites.key())
  if (!may) return null
  const { id } = site
  if (site.state === 'active')
    return (
      <Button
        variant="default"
        onClick={() =>
          void act(() => client.membershipSites.unpublish({ id }), 'Site closed. Members keep their courses')
        }
      >
        Unpublish
      </Button>
    )
  return (
    <Button
      onClick={() => void act(() => client.membershipSites.publish({ id }), 'Site published', 'Not published yet')}
    >
      Publish
    </Button>
  )
}
