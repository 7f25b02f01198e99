import { Button, Group, Popover, SimpleGrid, Text } from '@mantine/core'
import { IconDialpad, IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react'
import { mute, pressKey, useLine } from './use-line.ts'
import { useTalking } from './use-rings.ts'

/** While one talks in the browser: the microphone, and keys for menus of others. */
export function CallControls() {
  const by = useTalking()
  const { talking, muted, problem } = useLine()
  if (by === 'sandbox')
    return (
      <Text size="sm" c="dimmed">
        The sandbox has no sound. Answer the call on the outbox page.
      </Text>
    )
  return (
    <>
      {talking ? (
        <Group gap="xs">
          <Button
            size="compact-md"
            variant="default"
            aria-pressed={muted}
            leftSection={
              muted ? <IconMicrophoneOff size={16} stroke={1.75} /> : <IconMicrophone size={16} stroke={1.75} />
            }
            onClick={() => mute(!muted)}
          >
            {muted ? 'Muted' : 'Mute'}
          </Button>
          <Keypad />
        </Group>
      ) : null}
      {problem ? (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
    </>
  )
}

const Keypad = () => (
  <Popover position="top" withArrow trapFocus>
    <Popover.Target>
      <Button size="compact-md" variant="default" leftSection={<IconDialpad size={16} stroke={1.75} />}>
        Keypad
      </Button>
    </Popover.Target>
    <Popover.Dropdown>
      <SimpleGrid cols={3} spacing="xs">
        {[...'123456789*0#'].map(digit => (
          <Button key={digit} variant="default" onClick={() => pressKey(digit)}>
            {digit}
          </Button>
        ))}
      </SimpleGrid>
    </Popover.Dropdown>
  </Popover>
)
