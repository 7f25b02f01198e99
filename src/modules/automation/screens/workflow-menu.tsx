import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconDownload,
  IconFileText,
  IconHistory,
  IconTimeline,
} from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import type { Workflow } from './use-workflow.ts'

interface Props {
  workflow: Workflow
  mayWrite: boolean
}
const icon = (Icon: typeof IconCopy) => <Icon size={16} stroke={1.75} />

/** Everything else that can be done with a workflow, behind its row. */
export const WorkflowMenu = (props: Props) => (
  <Menu position="bottom-end" withinPortal>
    <Menu.Target>
      <ActionIcon aria-label={`More actions for ${props.workflow.name}`}>{icon(IconDots)}</ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <WorkflowItems {...props} />
    </Menu.Dropdown>
  </Menu>
)

/** The same as items of a page's menu. */
export function WorkflowItems({ workflow, mayWrite }: Props) {
  const { id, state } = workflow
  const { duplicate, save, archive, unarchive } = useWorkflowActs(workflow)
  return (
    <>
      {mayWrite ? (
        <Menu.Item leftSection={icon(IconCopy)} onClick={duplicate}>
          Duplicate
        </Menu.Item>
      ) : null}
      <Menu.Item component={Link} to={`/automation/${id}?show=versions`} leftSection={icon(IconHistory)}>
        Versions
      </Menu.Item>
      <Menu.Item component={Link} to={`/automation/${id}/runs`} leftSection={icon(IconTimeline)}>
        Runs
      </Menu.Item>
      <Menu.Item component={Link} to={`/automation/${id}/summary`} leftSection={icon(IconFileText)}>
        Summary to print
      </Menu.Item>
      <Menu.Item leftSection={icon(IconDownload)} onClick={save}>
        Export JSON
      </Menu.Item>
      {mayWrite && state !== 'archived' ? (
        <Menu.Item color="red" leftSection={icon(IconArchive)} onClick={archive}>
          Archive
        </Menu.Item>
      ) : null}
      {mayWrite && state === 'archived' ? (
        <Menu.Item leftSection={icon(IconArchiveOff)} onClick={unarchive}>
          Restore
        </Menu.Item>
      ) : null}
    </>
  )
}

function useWorkflowActs({ id, name }: Workflow) {
  const act = useAct(api.workflows.key(), api.workflowRuns.key())
  const navigate = useNavigate()
  async function duplicate() {
    let made = ''
    await act(async () => void ({ id: made } = await client.workflows.duplicate({ id })), `${name} copied as a draft`)
    if (made) navigate(`/automation/${made}`)
  }
  const save = () =>
    act(async () => {
      const file = await client.workflowExchange.asJson({ id })
      saveFile(`${name}.json`, JSON.stringify(file, null, 2), 'application/json')
    })
  const unarchive = () =>
    act(() => client.workflowVersions.unarchive({ workflowId: id }), `${name} is restored, paused`)
  async function archive() {
    const { items } = await client.workflowVersions.waiting({ workflowId: id })
    const people = items.reduce((sum, one) => sum + one.people, 0)
    const inIt =
      people === 0
        ? 'Nobody is in it.'
        : people === 1
          ? '1 person in it is taken out.'
          : `${people} people in it are taken out.`
    const agreed = await confirm({
      title: `Archive ${name}?`,
      text: `Nothing starts it any more. ${inIt} Its runs stay in the log.`,
      confirm: 'Archive workflow',
      danger: true,
    })
    if (agreed && (await act(() => client.workflows.archive({ id })))) toast(`${name} archived`, unarchive)
  }
  return {
    duplicate: () => void duplicate(),
    save: () => void save(),
    archive: () => void archive(),
    unarchive: () => void unarchive(),
  }
}
