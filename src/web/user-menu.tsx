import {
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import { IconLogout, IconSettings, IconUser } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Initials } from '#ui/initials.tsx'
import { leave } from './leave.ts'
import { useMe } from './me.tsx'
import classes from './shell.module.css'

export function UserMenu() {
  const { user, may } = useMe()
  return (
    <Menu position="bottom-end" width={248}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <VisuallyHidden>Your menu, {user.name}</VisuallyHidden>
          <Initials name={user.name || user.email} src={user.avatarUrl} size={34} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={550} c="bright" truncate>
            {user.name}
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={18} stroke={1.75} />}>
          Your Profile
        </Menu.Item>
        {may('settings.read') ? (
          <Menu.Item component={Link} to="/settings" leftSection={<IconSettings size={18} stroke={1.75} />}>
            Settings
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Appearance />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const schemes = [
  { value: 'auto', label: 'Same as device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={value => setColorScheme(value as MantineColorScheme)}>
        {schemes.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
