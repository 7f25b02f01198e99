import { ActionIcon, Group, Menu, Text, Title } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './page-header.module.css'

export interface PageHeaderProps {
  title: string
  /** one line on what the screen is for */
  purpose?: ReactNode
  /** the one primary button */
  action?: ReactNode
  /** Menu.Item elements: everything secondary */
  menu?: ReactNode
  /** small things between purpose and action, such as a view switch */
  children?: ReactNode
}

export function PageHeader({ title, purpose, action, menu, children }: PageHeaderProps) {
  return (
    <header className={classes.root}>
      <div className={classes.words}>
        <Title order={1}>{title}</Title>
        {purpose ? <Text c="dimmed">{purpose}</Text> : null}
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        {children}
        {action}
        {menu ? <MoreActions>{menu}</MoreActions> : null}
      </Group>
    </header>
  )
}

/** Everything secondary of a screen, as Menu.Item elements. */
export const MoreActions = ({ children }: { children: ReactNode }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon size={36} variant="default" aria-label="More actions">
        <IconDots size={18} stroke={1.75} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)
