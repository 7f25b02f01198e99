import { Alert, Anchor, Button, Group, Menu, Tabs } from '@mantine/core'
import { IconArchive, IconCopy, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { pathwayStateNames } from '../rules/states.ts'
import { People } from './people.tsx'
import { Steps } from './steps.tsx'
import { type Pathway, type PathwayDraft, usePathwayDraft } from './use-pathway-draft.ts'

export const meta = () => titled('Pathway')

/** One pathway: its steps, and the people on it. */
export default function PathwayScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(
    api.pathways.get.queryOptions({ input: { id }, meta: { live: ['pathways'] } }),
  )
  if ((error as { code?: string } | null)?.code === 'NOT_FOUND')
    return (
      <EmptyState
        title="Pathway not found"
        text="It may have been deleted, or the link is incomplete."
        action={
          <Button component={Link} to="/membership/pathways" variant="default">
            Back to pathways
          </Button>
        }
      />
    )
  if (error && !data) return <ErrorPanel error={error} what="this pathway" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} height={56} />
  return <Opened key={data.id} pathway={data} />
}

function Opened({ pathway }: { pathway: Pathway }) {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const draft = usePathwayDraft(pathway)
  const mayWrite = useMay('content.write')
  return (
    <>
      <PageHeader
        title={draft.value.name || pathway.name}
        purpose={
          <Anchor component={Link} to="/membership/pathways">
            Pathways
          </Anchor>
        }
        action={<Publish pathway={pathway} draft={draft} />}
        menu={mayWrite ? <MoreItems pathway={pathway} draft={draft} /> : undefined}
      >
        {mayWrite ? <SaveState state={draft} /> : null}
        <StatusBadge of="pathway" value={pathway.state} label={pathwayStateNames[pathway.state]} />
      </PageHeader>
      {draft.conflict ? <Conflict draft={draft} /> : null}
      <Tabs
        value={params.get('tab') ?? 'steps'}
        onChange={tab => change({ tab: tab === 'steps' ? null : tab })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="steps">Steps</Tabs.Tab>
          <Tabs.Tab value="people">People ({pathway.people})</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="steps">
          <Steps pathway={pathway} draft={draft} />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <People pathway={pathway} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

const Conflict = ({ draft }: { draft: PathwayDraft }) => (
  <Alert color="yellow" mb="md" title="Someone else changed this while you were editing. Nothing was overwritten.">
    <Group gap="xs">
      <Button size="compact-sm" variant="default" onClick={() => void draft.settle(false)}>
        Show their version
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void draft.settle(true)}>
        Save mine
      </Button>
    </Group>
  </Alert>
)

function Publish({ pathway, draft }: { pathway: Pathway; draft: PathwayDraft }) {
  const mayPublish = useMay('content.publish')
  const act = useAct(api.pathways.key())
  if (!mayPublish || pathway.state === 'active') return null
  const publish = () =>
    act(
      async () => {
        if (!(await draft.flush())) throw new Error('Please fix what could not be saved first.')
        draft.accept(await client.pathways.publish({ id: pathway.id }))
      },
      `${pathway.name} published`,
      'The pathway was not published',
    )
  return <Button onClick={() => void publish()}>Publish</Button>
}

const icon = { size: 16, stroke: 1.75 }

function MoreItems({ pathway: { id, name, state, people }, draft }: { pathway: Pathway; draft: PathwayDraft }) {
  const navigate = useNavigate()
  const mayPublish = useMay('content.publish')
  const act = useAct(api.pathways.key())
  const duplicate = () =>
    act(async () => {
      await draft.flush()
      const copy = await client.pathways.duplicate({ id })
      await navigate(`/membership/pathways/${copy.id}`)
      toast(`${copy.name} created`)
    })
  const archive = () => act(async () => draft.accept(await client.pathways.archive({ id })), `${name} archived`)
  async function remove() {
    const text = `It stays in the trash for 30 days.${people > 0 ? ' People on it keep what they have done.' : ''}`
    if (!(await confirm({ title: `Delete ${name}?`, text, confirm: 'Delete pathway', danger: true }))) return
    await act(async () => {
      await draft.flush()
      await client.pathways.remove({ id })
      await navigate('/membership/pathways')
      toast(`${name} deleted`, async () => void (await client.pathways.restore({ id })))
    })
  }
  return (
    <>
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void duplicate()}>
        Duplicate
      </Menu.Item>
      {mayPublish && state === 'active' ? (
        <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => void archive()}>
          Archive
        </Menu.Item>
      ) : null}
      <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
        Delete
      </Menu.Item>
    </>
  )
}
