import { Menu, Text, UnstyledButton, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconLogout, IconMoon, IconSettings, IconSun } from '@tabler/icons-react'
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
  { value: 'auto', label: 'As this device', Icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'dark', label: 'Dark', Icon: IconMoon },
] as const

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      {schemes.map(({ value, label, Icon }) => (
        <Menu.Item
          key={value}
          role="menuitemradio"
          aria-checked={value === colorScheme}
          closeMenuOnClick={false}
          leftSection={<Icon size={18} stroke={1.75} />}
          rightSection={value === colorScheme ? <IconCheck size={16} stroke={1.75} /> : null}
          onClick={() => setColorScheme(value)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  )
}
