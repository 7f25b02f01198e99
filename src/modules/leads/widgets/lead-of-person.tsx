import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMembers } from '#clients/widgets/use-members.ts'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api } from '#web/api.ts'

/** The cards of a person: stage, owner, follow-up and what was noted on them. */
export function LeadOfPerson({ personId }: { personId: string }) {
  const { nameOf } = useMembers()
  const { stageTitles } = useLeadNames()
  const { data } = useQuery(
    api.leads.list.queryOptions({ input: { personId, limit: 5 }, meta: { live: ['leads', 'people'] } }),
  )
  if (!data || data.items.length === 0) return null
  return (
    <Panel title={data.items.length === 1 ? 'Lead' : 'Leads'}>
      <Stack gap="sm">
        {data.items.map(lead => (
          <div key={lead.id}>
            <Group gap="xs">
              <Anchor component={Link} to={`/leads?lead=${lead.id}`} underline="never">
                <StatusBadge of="lead" value={lead.status} label={stageTitles[lead.status]} />
              </Anchor>
              <Text size="sm" c="dimmed">
                {nameOf(lead.assignedTo) ?? 'Unassigned'}
              </Text>
              {lead.followUpAt ? (
                <Text size="sm" c={lead.overdue ? 'red' : 'dimmed'}>
                  {lead.overdue ? 'Follow-up was due' : 'Follow up'} <RelativeTime at={lead.followUpAt} />
                </Text>
              ) : null}
            </Group>
            {lead.notes ? (
              <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap' }}>
                {lead.notes}
              </Text>
            ) : null}
          </div>
        ))}
      </Stack>
    </Panel>
  )
}
