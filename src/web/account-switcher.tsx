import { Menu, Text, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { statusLabel } from '#ui/status-badge.tsx'
import { AccountMark } from './account-mark.tsx'
import { useMe } from './me.tsx'
import classes from './sidebar.module.css'

/** The account one is in; for people who belong to several, the way from one to the other. */
export function AccountSwitcher({ collapsed }: { collapsed: boolean }) {
  const { account, accounts, enter } = useMe()
  const face = (
    <>
      <AccountMark account={account} />
      {collapsed ? null : (
        <div className={classes.accountWords}>
          <div className={classes.accountName}>{account.name}</div>
          <div className={classes.accountRole}>{account.supportUntil ? 'Support' : statusLabel(account.role)}</div>
        </div>
      )}
    </>
  )
  if (accounts.length < 2) return <div className={classes.account}>{face}</div>

  return (
    <Menu position="bottom-start" width={264} offset={4}>
      <Menu.Target>
        <Tooltip label={account.name} position="right" disabled={!collapsed}>
          <UnstyledButton className={classes.account}>
            {face}
            <VisuallyHidden>{collapsed ? `${account.name}, switch account` : 'Switch account'}</VisuallyHidden>
            {collapsed ? null : <IconSelector size={16} stroke={1.75} aria-hidden />}
          </UnstyledButton>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={400} style={{ overflowY: 'auto' }}>
        <Menu.Label>Clients</Menu.Label>
        {accounts.map(({ id, name, role, supportUntil }) => (
          <Menu.Item
            key={id}
            onClick={() => id !== account.id && enter(id)}
            aria-current={id === account.id}
            rightSection={id === account.id ? <IconCheck size={16} stroke={1.75} /> : null}
          >
            {name}
            <Text size="xs" c="dimmed">
              {supportUntil ? 'Support' : statusLabel(role)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
