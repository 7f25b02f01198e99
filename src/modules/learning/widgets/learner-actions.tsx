import { ActionIcon, Button, Menu, Modal, Stack, TextInput } from '@mantine/core'
import {
  IconCalendarDue,
  IconDots,
  IconLockOpen,
  IconPlayerPause,
  IconRefresh,
  IconUserMinus,
} from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { useFormat } from '#ui/format.tsx'
import { instantAt } from '#ui/local-time.ts'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

export interface LearnerNamed {
  id: string
  name: string
  isSuspended: boolean
  isActive: boolean
}

const icon = { size: 16, stroke: 1.75 }
export const learnerKeys = [api.learners.key(), api.courseMembers.key(), api.courses.key()]

/** What the team can do for one learner in one course. */
export function LearnerActions({ learner }: { learner: LearnerNamed }) {
  const mayWrite = useMay('content.write')
  const [isExtending, setExtending] = useState(false)
  const { unlock, suspend, reset, remove } = useLearnerActs(learner)
  if (!mayWrite) return null
  const { id, name, isSuspended } = learner
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconLockOpen {...icon} />} onClick={() => void unlock()}>
            Unlock all lessons
          </Menu.Item>
          <Menu.Item leftSection={<IconCalendarDue {...icon} />} onClick={() => setExtending(true)}>
            Change end of access
          </Menu.Item>
          <Menu.Item leftSection={<IconPlayerPause {...icon} />} onClick={() => void suspend()}>
            {isSuspended ? 'Restore access' : 'Suspend'}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={() => void reset()}>
            Reset progress
          </Menu.Item>
          <Menu.Item color="red" leftSection={<IconUserMinus {...icon} />} onClick={() => void remove()}>
            Remove from course
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isExtending ? <Extend id={id} name={name} onClose={() => setExtending(false)} /> : null}
    </>
  )
}

function useLearnerActs({ id, name, isSuspended }: LearnerNamed) {
  const act = useAct(...learnerKeys)
  const unlock = () => act(() => client.learners.unlock({ ids: [id] }), 'All lessons unlocked')
  async function reset() {
    const agreed = await confirm({
      title: `Reset the progress of ${name}?`,
      text: 'What they completed, their quiz attempts and their assignments in this course are deleted. Certificates stay. This can’t be undone.',
      confirm: 'Reset progress',
      danger: true,
    })
    if (agreed) await act(() => client.learners.reset({ id }), 'Progress reset', 'The progress was not reset')
  }
  async function remove() {
    const agreed = await confirm({
      title: `Remove ${name} from this course?`,
      text: 'They can’t open it any more. Their progress is kept, and counts again if they come back.',
      confirm: 'Remove from course',
      danger: true,
    })
    if (agreed) await act(() => client.learners.remove({ id }), `${name} removed`, 'They were not removed')
  }
  const suspend = () =>
    act(
      () => client.learners.suspend({ id, suspended: !isSuspended }),
      isSuspended ? 'Access restored' : 'Access suspended',
    )
  return { unlock, suspend, reset, remove }
}

function Extend({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { timeZone } = useFormat()
  const [day, setDay] = useState('')
  const act = useAct(...learnerKeys)
  const save = async (expiresAt: Date | null) => {
    if (await act(() => client.learners.extend({ id, expiresAt }), 'End of access changed', 'It was not changed'))
      onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`End of access for ${name}`}>
      <Stack>
        <TextInput
          type="date"
          label="Access ends on"
          value={day}
          onChange={event => setDay(event.currentTarget.value)}
          data-autofocus
        />
        <Button disabled={!day} onClick={() => void save(new Date(instantAt(`${day}T23:59`, timeZone)))}>
          Save
        </Button>
        <Button variant="default" onClick={() => void save(null)}>
          No end
        </Button>
      </Stack>
    </Modal>
  )
}
