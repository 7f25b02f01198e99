import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { useTimeZone } from './later.tsx'
import { useBulk } from './use-bulk.ts'

interface DialogProps {
  ids: string[]
  onClose: () => void
}

export function SnoozeDialog({ ids, onClose }: DialogProps) {
  const bulk = useBulk()
  const timeZone = useTimeZone()
  const [at, setAt] = useState(() => clockTime(new Date(Date.now() + 7_200_000).toISOString(), timeZone))
  const snooze = async () => {
    const snoozedUntil = instantAt(at, timeZone) as never
    if (await bulk({ ids, status: 'snoozed', snoozedUntil }, 'Snoozed')) onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Snooze until">
      <Stack gap="sm">
        <TextInput
          type="datetime-local"
          label="Reopens at"
          description={timeZone}
          value={at}
          onChange={event => setAt(event.currentTarget.value)}
        />
        <Foot disabled={!at} label="Snooze" onClose={onClose} onDone={snooze} />
      </Stack>
    </Modal>
  )
}

export function AssignDialog({ ids, onClose }: DialogProps) {
  const bulk = useBulk()
  const [userId, setUserId] = useState<string | null>(null)
  const assign = async () => {
    if (await bulk({ ids, assignedTo: userId === 'nobody' ? null : userId }, 'Assigned')) onClose()
  }
  return (
    <Modal opened onClose={onClose} title="Assign">
      <Stack gap="sm">
        <MemberSelect label="To" nobody="Nobody" value={userId} onChange={setUserId} />
        <Foot disabled={!userId} label="Assign" onClose={onClose} onDone={assign} />
      </Stack>
    </Modal>
  )
}

interface FootProps {
  disabled: boolean
  label: string
  onClose: () => void
  onDone: () => Promise<void>
}

const Foot = ({ disabled, label, onClose, onDone }: FootProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
    <Button disabled={disabled} onClick={() => void onDone()}>
      {label}
    </Button>
  </Group>
)
