import { Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconLogout, IconSettings } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Initials } from '#ui/initials.tsx'
import { leave } from './leave.ts'
import { useMe } from './me.tsx'

const schemes = [
  { value: 'auto', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function UserMenu() {
  const { user, may } = useMe()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <UnstyledButton aria-label={`Your menu, ${user.name}`} style={{ borderRadius: '50%' }}>
          <Initials name={user.name || user.email} src={user.avatarUrl} size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '8px 12px' }}>
          <Text fw={550} truncate>
            {user.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {user.email}
          </Text>
        </div>
        <Menu.Divider />
        {may('settings.read') ? (
          <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={18} stroke={1.75} />}>
            Settings
          </Menu.Item>
        ) : null}
        <Menu.Label>Appearance</Menu.Label>
        <SegmentedControl
          fullWidth
          size="xs"
          m="0 8px 8px"
          aria-label="Appearance"
          data={schemes}
          value={colorScheme}
          onChange={value => setColorScheme(value as typeof colorScheme)}
        />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
