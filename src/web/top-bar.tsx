import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { useHotkeys, useOs } from '@mantine/hooks'
import { IconLayoutSidebar, IconMenu2, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Bell } from './bell.tsx'
import { CreateMenu } from './create-menu.tsx'
import { ModeChip } from './mode-chip.tsx'
import classes from './shell.module.css'
import { UserMenu } from './user-menu.tsx'

const Shortcuts = lazy(() => import('./shortcuts.tsx'))
const Palette = lazy(() => import('./palette.tsx'))

export interface TopBarProps {
  onDrawer: () => void
  onCollapse: () => void
  collapsed: boolean
}

export function TopBar({ onDrawer, onCollapse, collapsed }: TopBarProps) {
  // How often the palette was asked for: its code comes with the first time.
  const [asked, setAsked] = useState(0)
  const ask = () => setAsked(times => times + 1)
  const [listed, setListed] = useState(false)
  useHotkeys([['mod+K', ask]], [])
  // Not while someone types a question.
  useHotkeys([['shift+?', () => setListed(true)]])

  return (
    <div className={classes.bar}>
      <ActionIcon size={40} hiddenFrom="sm" onClick={onDrawer} aria-label="Open menu">
        <IconMenu2 size={20} stroke={1.75} />
      </ActionIcon>
      <Tooltip label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}>
        <ActionIcon
          size={36}
          visibleFrom="sm"
          onClick={onCollapse}
          aria-label="Collapse sidebar"
          aria-pressed={collapsed}
        >
          <IconLayoutSidebar size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <SearchButton onClick={ask} />
      <div className={classes.barEnd}>
        <ModeChip />
        <CreateMenu />
        <Bell />
        <UserMenu />
      </div>
      {listed ? (
        <Suspense>
          <Shortcuts onClose={() => setListed(false)} />
        </Suspense>
      ) : null}
      {asked > 0 ? (
        <Suspense>
          <Palette asked={asked} />
        </Suspense>
      ) : null}
    </div>
  )
}

function SearchButton({ onClick }: { onClick: () => void }) {
  const macos = useOs() === 'macos'
  return (
    <UnstyledButton className={classes.search} onClick={onClick}>
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <span className={classes.searchText}>Search people, screens, actions</span>
      <Kbd size="xs" className={classes.searchKey} aria-hidden>
        {macos ? '⌘K' : 'Ctrl K'}
      </Kbd>
    </UnstyledButton>
  )
}
