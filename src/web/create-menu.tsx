import { ActionIcon, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { listed } from '#kernel/modules.ts'
import { iconOf } from './icons.ts'
import { useMe } from './me.tsx'

export function CreateMenu() {
  const { may } = useMe()
  const offered = listed('actions')
    .filter(action => may(action.permission))
    .sort((a, b) => a.order - b.order)
  if (offered.length === 0) return null
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon size={36} variant="filled" color="lamp" aria-label="Create">
          <IconPlus size={18} stroke={2} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ label, path, icon }) => {
          const Icon = iconOf(icon)
          return (
            <Menu.Item key={path} component={Link} to={path} leftSection={<Icon size={18} stroke={1.75} />}>
              {label}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
