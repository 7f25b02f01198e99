import { Anchor, Button, Group, Menu, Text } from '@mantine/core'
import { IconArrowBackUp, IconEdit, IconFlask, IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { canonical } from '../rules/canonical.ts'
import { EnrollDialog } from './enroll-dialog.tsx'
import { Enrolling } from './enrolling.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SimulateDrawer } from './simulate-drawer.tsx'
import { StateBadge } from './state-badge.tsx'
import { type Editor, useEditor } from './use-editor.ts'
import { useVersions } from './use-workflow.ts'
import { VersionsDrawer } from './versions-drawer.tsx'
import { WorkflowItems } from './workflow-menu.tsx'

/** Whether the draft says something else than what is published. */
function useIsChanged({ workflow, graph }: Editor): boolean {
  const { data } = useVersions(workflow.id, workflow.published > 0)
  if (workflow.published === 0) return true
  const live = data?.items.find(one => one.number === workflow.published)
  return live !== undefined && canonical(live.graph) !== canonical(graph)
}

export function WorkflowHead() {
  const editor = useEditor()
  const { workflow, draft, mayWrite } = editor
  const [params] = useSearchParams()
  const change = useSearchChange()
  const isChanged = useIsChanged(editor)
  const open = params.get('show')
  const close = () => change({ show: null })
  return (
    <>
      <PageHeader
        title={draft.words.name || 'Workflow'}
        purpose={<Purpose isChanged={isChanged} />}
        action={
          mayWrite && workflow.state !== 'archived' ? (
            <Button disabled={!isChanged} onClick={() => change({ show: 'publish' })}>
              {workflow.published === 0 || !isChanged ? (isChanged ? 'Publish' : 'Published') : 'Publish changes'}
            </Button>
          ) : undefined
        }
        menu={<MenuItems isChanged={isChanged} />}
      >
        {mayWrite ? (
          <Button
            variant="default"
            visibleFrom="sm"
            leftSection={<IconFlask size={16} stroke={1.75} />}
            onClick={() => change({ show: 'simulate' })}
          >
            Simulate
          </Button>
        ) : null}
      </PageHeader>
      <Enrolling workflowId={workflow.id} />
      {open === 'publish' && mayWrite ? <PublishDialog onClose={close} /> : null}
      {open === 'versions' ? <VersionsDrawer onClose={close} /> : null}
      {open === 'simulate' && mayWrite ? <SimulateDrawer onClose={close} /> : null}
      {open === 'enroll' && mayWrite ? <EnrollDialog onClose={close} /> : null}
    </>
  )
}

function Purpose({ isChanged }: { isChanged: boolean }) {
  const { workflow, draft, mayWrite } = useEditor()
  return (
    <Group component="span" gap="xs">
      <Anchor component={Link} to="/automation" size="sm">
        Automation
      </Anchor>
      <StateBadge workflow={workflow} mayWrite={mayWrite} />
      {workflow.published > 0 ? (
        <Text span size="sm" c="dimmed">
          Version {workflow.published}
          {isChanged ? ', with changes not published yet' : ''}
        </Text>
      ) : null}
      {mayWrite ? <SaveState state={draft} /> : null}
    </Group>
  )
}

/** Takes the draft back to what is published. */
function useDiscard() {
  const { workflow, draft } = useEditor()
  const queries = useQueryClient()
  const act = useAct()
  return async () => {
    const agreed = await confirm({
      title: 'Discard the changes of the draft?',
      text: `The draft becomes version ${workflow.published} again, as it is published.`,
      confirm: 'Discard changes',
      danger: true,
    })
    if (!agreed || !(await draft.flush())) return
    await act(
      async () =>
        draft.accept(
          await client.workflowVersions.discard({ workflowId: workflow.id, version: draft.version() }),
          true,
        ),
      'Changes discarded',
    )
    await queries.invalidateQueries({ queryKey: api.workflows.key() })
  }
}

function MenuItems({ isChanged }: { isChanged: boolean }) {
  const { workflow, mayWrite } = useEditor()
  const change = useSearchChange()
  const discard = useDiscard()
  return (
    <>
      <Menu.Item
        hiddenFrom="sm"
        leftSection={<IconEdit size={16} stroke={1.75} />}
        onClick={() => change({ step: 'about' })}
      >
        Name and description
      </Menu.Item>
      {mayWrite ? (
        <Menu.Item
          hiddenFrom="sm"
          leftSection={<IconFlask size={16} stroke={1.75} />}
          onClick={() => change({ show: 'simulate' })}
        >
          Simulate
        </Menu.Item>
      ) : null}
      {mayWrite && workflow.state === 'active' ? (
        <Menu.Item leftSection={<IconUserPlus size={16} stroke={1.75} />} onClick={() => change({ show: 'enroll' })}>
          Enroll people
        </Menu.Item>
      ) : null}
      {mayWrite && isChanged && workflow.published > 0 ? (
        <Menu.Item leftSection={<IconArrowBackUp size={16} stroke={1.75} />} onClick={() => void discard()}>
          Discard changes
        </Menu.Item>
      ) : null}
      <WorkflowItems workflow={workflow} mayWrite={mayWrite} />
    </>
  )
}
