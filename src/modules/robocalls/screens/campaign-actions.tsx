import { Button, Group, Menu, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { confirmCancel, PauseOrResume } from '#campaigns/widgets/lifecycle.tsx'
import { confirm } from '#ui/confirm.tsx'
import { newId } from '#ui/new-id.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { CallWizard } from '../widgets/call-wizard.tsx'
import type { CallCampaign } from '../widgets/use-call-draft.ts'
import { PaceDialog } from './pace-dialog.tsx'
import { StartDialog } from './start-dialog.tsx'

const notBegun = ['draft', 'waiting', 'declined', 'scheduled']

/** What can be done with it as it stands. */
export function CampaignActions({ campaign }: { campaign: CallCampaign }) {
  const { id, state, startedAt } = campaign
  const { run, busy } = useMutate({ keys: [api.robocalls.key()] })
  const [starting, start] = useDisclosure()
  const [editing, edit] = useDisclosure()
  const isEditable = notBegun.includes(state) && !startedAt
  return (
    <Group gap="xs">
      {['draft', 'declined', 'scheduled'].includes(state) ? <Button onClick={start.open}>Start</Button> : null}
      <PauseOrResume
        state={state}
        busy={busy}
        act={work => run(work)}
        pause={() => client.robocalls.pause({ id })}
        resume={() => client.robocalls.resume({ id })}
      />
      {isEditable || state === 'paused' ? (
        <Button variant="default" onClick={edit.open}>
          {isEditable ? 'Edit' : 'Edit pace'}
        </Button>
      ) : null}
      <More campaign={campaign} />
      {starting ? <StartDialog campaign={campaign} onClose={start.close} /> : null}
      {editing && isEditable ? (
        <Modal opened onClose={edit.close} title="Edit campaign" size="xl">
          <CallWizard campaign={campaign} onClose={edit.close} onStarted={edit.close} />
        </Modal>
      ) : null}
      {editing && state === 'paused' ? <PaceDialog campaign={campaign} onClose={edit.close} /> : null}
    </Group>
  )
}

function More({ campaign: { id, name, state, startedAt, progress } }: { campaign: CallCampaign }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { run } = useMutate({ keys: [api.robocalls.key()] })
  const [as] = useState(newId)
  const isRunning = ['waiting', 'declined', 'scheduled', 'sending', 'paused'].includes(state)
  const isRemovable = ['draft', 'waiting', 'declined', 'cancelled'].includes(state) && !startedAt
  const duplicate = async () => {
    if (await run(() => client.robocalls.duplicate({ id, as }), { done: 'Duplicated as a draft' }))
      void navigate(`/robocalls/${as}`)
  }
  const cancel = async () => {
    if (await confirmCancel(progress?.waiting, 'Calls'))
      await run(() => client.robocalls.cancel({ id }), { done: 'Canceled' })
  }
  const remove = async () => {
    const sure = await confirm({
      title: `Delete “${name}”?`,
      text: 'Nobody has been called. Its script stays.',
      confirm: 'Delete campaign',
      danger: true,
    })
    if (!sure) return
    await navigate('/robocalls')
    queries.removeQueries({ queryKey: api.robocalls.get.key({ input: { id } }) })
    await run(() => client.robocalls.remove({ id }), { done: 'Campaign deleted' })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={16} stroke={1.75} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void duplicate()}>Duplicate</Menu.Item>
        {isRunning ? (
          <Menu.Item color="red" onClick={() => void cancel()}>
            Cancel campaign
          </Menu.Item>
        ) : null}
        {isRemovable ? (
          <Menu.Item color="red" onClick={() => void remove()}>
            Delete
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}
