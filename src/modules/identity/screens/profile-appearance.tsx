import { type MantineColorScheme, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core'
import { Panel } from '#ui/panel.tsx'

const schemes = [
  { value: 'auto', label: 'Same as device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Panel title="Appearance">
      <Text size="sm" c="dimmed" mb="sm">
        For this browser.
      </Text>
      <SegmentedControl
        aria-label="Appearance"
        value={colorScheme}
        onChange={value => setColorScheme(value as MantineColorScheme)}
        data={schemes}
      />
    </Panel>
  )
}
