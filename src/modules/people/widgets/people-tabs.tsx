import { NavLink } from 'react-router'
import type { Permission } from '#kernel/permissions.ts'
import { useMe } from '#web/me.tsx'
import classes from './people-tabs.module.css'

const tabs: { label: string; to: string; permission: Permission }[] = [
  { label: 'People', to: '/people', permission: 'people.basic' },
  { label: 'Segments', to: '/people/segments', permission: 'people.read' },
  { label: 'Tags and groups', to: '/people/labels', permission: 'people.basic' },
  { label: 'Custom fields', to: '/people/fields', permission: 'people.read' },
  { label: 'Duplicates', to: '/people/duplicates', permission: 'people.read' },
  { label: 'Import', to: '/people/import', permission: 'people.write' },
]

/** The screens that belong to People. */
export function PeopleTabs() {
  const { may } = useMe()
  const shown = tabs.filter(({ permission }) => may(permission))
  if (shown.length < 2) return null
  return (
    <nav aria-label="People" className={classes.tabs}>
      {shown.map(({ label, to }) => (
        <NavLink key={to} to={to} end={to === '/people'} className={classes.tab}>
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
