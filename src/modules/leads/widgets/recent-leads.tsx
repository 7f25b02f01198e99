import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { badgeTitle, useLeadNames } from '#people/widgets/use-lead-names.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Initials } from '#ui/initials.tsx'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api } from '#web/api.ts'
import classes from './recent-leads.module.css'

const HOW_MANY = 5

/** The newest leads; a row opens the lead. */
export function RecentLeads() {
  const names = useLeadNames()
  const { data, error, refetch } = useQuery(api.leads.list.queryOptions({ input: { limit: HOW_MANY } }))
  return (
    <Panel title="Recent Leads" link={{ label: 'View all leads →', to: '/leads?view=table' }} minHeight={384}>
      {error ? (
        <ErrorPanel error={error} what="recent leads" onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={HOW_MANY} />
      ) : data.items.length === 0 ? (
        <EmptyState
          title="No leads yet"
          text="Add the first guest you want to follow up, or import your people."
          action={
            <Button component={Link} to="/leads?add=1">
              Add lead
            </Button>
          }
        />
      ) : (
        <ul className={classes.list}>
          {data.items.map(lead => (
            <li key={lead.id}>
              <Link to={`/leads?lead=${lead.id}`} className={classes.row}>
                <Initials name={lead.name} />
                <span className={classes.words}>
                  <Text span fw={550} truncate>
                    {lead.name}
                  </Text>
                  <Text span size="sm" c="dimmed" truncate>
                    {lead.email ?? phoneText(lead.phone ?? '')}
                  </Text>
                </span>
                <Group gap="xs" wrap="nowrap" className={classes.state}>
                  <StatusBadge of="lead" value={lead.status} label={badgeTitle(names, lead.status)} />
                  <Text span size="sm" c="dimmed" className={classes.when}>
                    <RelativeTime at={lead.createdAt} />
                  </Text>
                </Group>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
