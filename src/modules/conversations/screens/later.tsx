import { ActionIcon, Button, Popover, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { useMe } from '#web/me.tsx'

const HOUR = 3_600_000

interface LaterProps {
  disabled: boolean
  /** @returns whether it was taken */
  onSchedule: (at: Date) => Promise<boolean>
}

/** Chooses when an answer leaves, by the clocks of the church. */
export function Later({ disabled, onSchedule }: LaterProps) {
  const timeZone = useTimeZone()
  const [opened, { toggle, close }] = useDisclosure(false)
  const [at, setAt] = useState('')
  const open = () => {
    setAt(at || clockTime(new Date(Date.now() + HOUR).toISOString(), timeZone))
    toggle()
  }
  const schedule = async (instant: string) => {
    if (await onSchedule(new Date(instant))) close()
  }
  // Eight in the morning of the next day, by the same clocks.
  const tomorrow = `${clockTime(new Date(Date.now() + 24 * HOUR).toISOString(), timeZone).slice(0, 10)}T08:00`
  return (
    <Popover opened={opened} onDismiss={close} position="top-end" trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" disabled={disabled} aria-label="Send later" onClick={open}>
          <IconClock size={18} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Button variant="default" size="xs" onClick={() => void schedule(instantAt(tomorrow, timeZone))}>
            Tomorrow at 8:00 AM
          </Button>
          <TextInput
            type="datetime-local"
            label="Send at"
            description={timeZone}
            value={at}
            onChange={event => setAt(event.currentTarget.value)}
          />
          <Button size="xs" disabled={!at} onClick={() => void schedule(instantAt(at, timeZone))}>
            Schedule
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

export const useTimeZone = () => useMe().account.timeZone
