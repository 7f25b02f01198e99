import { ScrollArea, Tooltip } from '@mantine/core'
import { NavLink, useLocation } from 'react-router'
import { listed, type NavEntry, navigationGroups } from '#kernel/modules.ts'
import { AccountSwitcher } from './account-switcher.tsx'
import { front } from './guard.ts'
import { iconOf } from './icons.ts'
import { LazyWidget } from './lazy-widget.tsx'
import { type Me, useMe } from './me.tsx'
import { usePinned } from './pinned.ts'
import classes from './sidebar.module.css'

/** As the sidebar shows them: group by group. */
export const byGroup = (a: NavEntry, b: NavEntry) =>
  navigationGroups.indexOf(a.group) - navigationGroups.indexOf(b.group) || a.order - b.order

export const allowed = (me: Me) => (entry: Pick<NavEntry, 'permission' | 'platformAdmin'>) =>
  (!entry.permission || me.may(entry.permission)) && (!entry.platformAdmin || me.user.role === 'admin')

/** The entry whose path holds `pathname` most closely. */
export const entryAt = (entries: NavEntry[], pathname: string) =>
  entries
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0]

export function Sidebar({ collapsed }: { collapsed: boolean }) {
  const me = useMe()
  const entries = listed('navigation').sort(byGroup).filter(allowed(me))
  const here = entryAt(entries, useLocation().pathname)
  const pinned = usePinned(me.user.id, here?.path, front)
    .map(path => entries.find(entry => entry.path === path))
    .filter(entry => entry !== undefined)
  const sections = [
    { name: 'Pinned', entries: pinned },
    // A pinned entry moves; it does not stand in two places.
    ...navigationGroups.map(name => ({
      name,
      entries: entries.filter(entry => entry.group === name && !pinned.includes(entry)),
    })),
  ]

  return (
    <div className={classes.root} data-collapsed={collapsed || undefined}>
      <AccountSwitcher collapsed={collapsed} />
      <ScrollArea className={classes.scroll} type="never">
        <nav aria-label="Main">
          {sections
            .filter(section => section.entries.length > 0)
            .map(section => (
              <Section key={section.name} {...section} collapsed={collapsed} here={here} />
            ))}
        </nav>
      </ScrollArea>
    </div>
  )
}

interface SectionProps {
  name: string
  entries: NavEntry[]
  collapsed: boolean
  here?: NavEntry
}

function Section({ name, entries, collapsed, here }: SectionProps) {
  return (
    <div className={classes.section}>
      {collapsed ? <hr className={classes.rule} /> : <h2 className={classes.heading}>{name}</h2>}
      <ul className={classes.list}>
        {entries.map(entry => {
          const Icon = iconOf(entry.icon)
          return (
            <li key={entry.path}>
              <Tooltip label={entry.label} position="right" disabled={!collapsed}>
                <NavLink
                  to={entry.path}
                  end={entry.path === front}
                  className={classes.link}
                  data-active={entry === here || undefined}
                  aria-label={collapsed ? entry.label : undefined}
                >
                  <Icon size={20} stroke={1.75} aria-hidden />
                  {collapsed ? null : <span className={classes.label}>{entry.label}</span>}
                  {entry.badge && !collapsed ? <LazyWidget load={entry.badge} fallback={null} /> : null}
                </NavLink>
              </Tooltip>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
