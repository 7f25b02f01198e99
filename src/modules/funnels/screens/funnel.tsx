import { Alert, Anchor, Button, Group, Menu, Stack, Tabs, Text } from '@mantine/core'
import {
  IconArchive,
  IconCopy,
  IconDeviceMobile,
  IconExternalLink,
  IconPlus,
  IconRoute,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { ArchiveDialog } from './archive-dialog.tsx'
import { FunnelStatus } from './funnels.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { Publish } from './publish.tsx'
import { FunnelReport } from './report.tsx'
import { useFunnelVerbs } from './row-actions.tsx'
import { FunnelSettings } from './settings.tsx'
import { StepList } from './step-list.tsx'
import { type FunnelDraft, useFunnelDraft } from './use-funnel-draft.ts'
import type { Funnel } from './use-funnels.ts'

export const meta = () => titled('Funnel')

const back = (
  <Anchor component={Link} to="/funnels">
    All funnels
  </Anchor>
)
const icon = { size: 16, stroke: 1.75 }

/** One funnel: its steps, its report, its settings. */
export default function FunnelScreen() {
  const { id = '' } = useParams()
  const funnel = useQuery(
    api.funnels.get.queryOptions({ input: { id }, meta: { live: ['funnels', 'pages', 'forms'] } }),
  )
  if (funnel.data) return <Whole key={funnel.data.id} funnel={funnel.data} />
  return (
    <>
      <PageHeader title="Funnel" purpose={back} />
      {funnel.error ? (
        <ErrorPanel error={funnel.error} what="this funnel" onRetry={() => void funnel.refetch()} />
      ) : (
        <SkeletonRows rows={8} />
      )}
    </>
  )
}

function Whole({ funnel }: { funnel: Funnel }) {
  const draft = useFunnelDraft(funnel)
  const [phone, setPhone] = useState(false)
  const [archiving, setArchiving] = useState(false)
  // Publishing waits until it is recorded that the preview was seen.
  const seen = useRef<Promise<unknown>>(Promise.resolve())
  const disabled = !useMay('content.write')
  return (
    <>
      <PageHeader
        title={draft.words.name}
        purpose={
          <Group component="span" gap="xs">
            {back}
            <SaveState state={draft} />
            <FunnelStatus status={funnel.status} />
          </Group>
        }
        action={<Publish funnel={funnel} draft={draft} before={() => seen.current} onPhone={() => setPhone(true)} />}
        menu={<MenuItems funnel={funnel} onPhone={() => setPhone(true)} onArchive={() => setArchiving(true)} />}
      />
      {draft.conflict ? <Conflict draft={draft} /> : null}
      <Views funnel={funnel} draft={draft} disabled={disabled} />
      <PhonePreview
        funnel={funnel}
        draft={draft}
        opened={phone}
        onClose={() => setPhone(false)}
        onSeen={work => {
          seen.current = work
        }}
      />
      <ArchiveDialog funnel={funnel} opened={archiving} onClose={() => setArchiving(false)} />
    </>
  )
}

interface MenuProps {
  funnel: Funnel
  onPhone: () => void
  onArchive: () => void
}
function MenuItems({ funnel, onPhone, onArchive }: MenuProps) {
  const { view, duplicate, remove, reopen } = useFunnelVerbs(funnel)
  const [mayWrite, mayPublish] = [useMay('content.write'), useMay('content.publish')]
  return (
    <>
      <Menu.Item leftSection={<IconExternalLink {...icon} />} onClick={() => void view()}>
        {funnel.status === 'published' ? 'View funnel' : 'Preview'}
      </Menu.Item>
      <Menu.Item leftSection={<IconDeviceMobile {...icon} />} onClick={onPhone}>
        Phone preview
      </Menu.Item>
      {mayWrite ? (
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void duplicate()}>
          Duplicate
        </Menu.Item>
      ) : null}
      {mayWrite && funnel.status === 'archived' ? (
        <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => void reopen()}>
          Take out of the archive
        </Menu.Item>
      ) : null}
      {mayPublish && funnel.status !== 'archived' ? (
        <Menu.Item leftSection={<IconArchive {...icon} />} onClick={onArchive}>
          Archive
        </Menu.Item>
      ) : null}
      {mayWrite ? (
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void remove()}>
          Delete
        </Menu.Item>
      ) : null}
    </>
  )
}

interface ViewsProps {
  funnel: Funnel
  draft: FunnelDraft
  disabled: boolean
}
function Views(props: ViewsProps) {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const asked = params.get('view') ?? ''
  const view = ['report', 'settings'].includes(asked) ? asked : 'steps'
  return (
    <Tabs value={view} onChange={value => change({ view: value === 'steps' ? null : value })} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="steps">Steps</Tabs.Tab>
        <Tabs.Tab value="report">Report</Tabs.Tab>
        <Tabs.Tab value="settings">Settings</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="steps">
        <Steps {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="report">
        <FunnelReport funnel={props.funnel} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <FunnelSettings {...props} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Steps({ funnel, draft, disabled }: ViewsProps) {
  const [open, setOpen] = useState<string | null>(null)
  const isEmpty = draft.words.draft.length === 0
  return (
    <Stack>
      {isEmpty ? (
        <EmptyState
          icon={<IconRoute size={28} stroke={1.5} />}
          title="No steps yet"
          text="A step is a page with a goal, such as a form. Visitors who reach it go on to the next one."
        />
      ) : null}
      <StepList funnel={funnel} draft={draft} open={open} onOpen={setOpen} disabled={disabled} />
      {disabled ? null : (
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus {...icon} />}
            onClick={() => setOpen(draft.steps.add('view'))}
          >
            Add step
          </Button>
          <Button variant="subtle" onClick={() => setOpen(draft.steps.add('attended'))}>
            Add “Attended”
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const Conflict = ({ draft }: { draft: FunnelDraft }) => (
  <Alert color="yellow" role="alert" mb="md" title="Someone else changed this funnel while you were editing">
    <Text size="sm" mb="xs">
      Nothing was overwritten. Use the saved version, or save yours over it.
    </Text>
    <Group gap="xs">
      <Button size="xs" variant="default" onClick={() => void draft.settle(false)}>
        Use their version
      </Button>
      <Button size="xs" onClick={() => void draft.settle(true)}>
        Save my version
      </Button>
    </Group>
  </Alert>
)
