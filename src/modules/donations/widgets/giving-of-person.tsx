import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'
import { useDay, useMoney } from './use-money.ts'

/** What someone gave: by year, and the latest gifts. For those who may see gifts. */
export function GivingOfPerson({ personId }: { personId: string }) {
  const [money, day] = [useMoney(), useDay()]
  const { data } = useQuery(api.donors.history.queryOptions({ input: { personId }, meta: { live: ['gifts'] } }))
  if (!data || data.recent.length === 0) return null
  return (
    <Panel title="Giving" link={{ label: 'View all gifts →', to: `/donations?tab=donors&g.donor=${personId}` }}>
      <Stack gap="xs">
        <Group gap="xs">
          {data.firstOn && data.lastOn ? (
            <Text size="sm">
              First gift {day(data.firstOn)}, last {day(data.lastOn)}
            </Text>
          ) : null}
          {data.lapsed ? (
            <Badge variant="light" color="yellow" size="sm">
              Lapsed
            </Badge>
          ) : null}
        </Group>
        {data.years.map(({ year, currency, amount }) => (
          <Group key={`${year} ${currency}`} justify="space-between">
            <Text size="sm">{year}</Text>
            <Text size="sm" fw={550} data-figures>
              {money(amount, currency)}
            </Text>
          </Group>
        ))}
        {data.recent.map(gift => (
          <Group key={gift.id} justify="space-between">
            <Anchor component={Link} to={`/donations?tab=donors&gift=${gift.id}`} size="sm">
              {day(gift.receivedOn)}
            </Anchor>
            <Text size="sm" c="dimmed" data-figures>
              {money(gift.total, gift.currency)}
            </Text>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
