import { Anchor, Group } from '@mantine/core'
import { Link, useLocation } from 'react-router'

const pages = [
  { label: 'Membership', to: '/membership' },
  { label: 'Pathways', to: '/membership/pathways' },
  { label: 'Sign-offs', to: '/membership/pathways/sign-offs' },
  { label: 'Serving', to: '/membership/serving' },
]

/** The screens beside each other. */
export function MembershipTabs() {
  const { pathname } = useLocation()
  return (
    <Group component="nav" gap="md" mb="md" aria-label="Membership">
      {pages.map(({ label, to }) => (
        <Anchor
          key={to}
          component={Link}
          to={to}
          c={pathname === to ? undefined : 'dimmed'}
          fw={pathname === to ? 600 : undefined}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {label}
        </Anchor>
      ))}
    </Group>
  )
}
