import { Stack } from '@mantine/core'
import { Navigate } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import { useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { sections } from './sections.tsx'
import { WhenSeen } from './when-seen.tsx'

export const meta = () => titled('Admin')

/** For the operator. Each section asks for its rows once it scrolls into view. */
export default function Admin() {
  const { user } = useMe()
  if (user.role !== 'admin') return <Navigate to="/dashboard" replace />
  return (
    <>
      <PageHeader title="Admin Dashboard" purpose="Accounts, subscriptions and system health." />
      <Stack gap="lg">
        {sections.map(({ id, title, Section }) => (
          <WhenSeen key={id} id={id} title={title}>
            <Section />
          </WhenSeen>
        ))}
      </Stack>
    </>
  )
}
