import { Anchor, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { campaignStatusLabels } from '../rules/states.ts'
import { useDay, useMoney } from '../widgets/use-money.ts'
import { type Campaign, CampaignProgress } from './campaign-progress.tsx'

/** One campaign: its progress, and for those who see gifts its latest gifts and its pledges. */
export function CampaignDetails({ id, onClose }: { id: string | null; onClose: () => void }) {
  const seesGifts = useMay('giving.read')
  const query = useQuery(
    api.givingCampaigns.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null, meta: { live: ['giving'] } }),
  )
  return (
    <DetailDrawer id={id} onClose={onClose} query={query} title={one => one.name} noun="Campaign">
      {campaign => (
        <Stack>
          <Group>
            <StatusBadge of="givingCampaign" value={campaign.status} label={campaignStatusLabels[campaign.status]} />
          </Group>
          <CampaignProgress campaign={campaign} />
          {campaign.description ? <Text>{campaign.description}</Text> : null}
          {seesGifts ? (
            <>
              <Pledges campaign={campaign} />
              <Latest campaign={campaign} />
            </>
          ) : null}
        </Stack>
      )}
    </DetailDrawer>
  )
}

function Pledges({ campaign: { id, currency } }: { campaign: Campaign }) {
  const money = useMoney()
  const { data } = useQuery(
    api.pledges.list.queryOptions({ input: { campaign: id, limit: 200 }, meta: { live: ['gifts'] } }),
  )
  if (!data || data.items.length === 0) return null
  const sum = (of: 'pledged' | 'given') => data.items.reduce((all, one) => all + one[of], 0)
  const [pledged, given] = [sum('pledged'), sum('given')]
  return (
    <div>
      <Group justify="space-between">
        <Text fw={550}>Pledges</Text>
        <Text size="sm" data-figures>
          {money(given, currency)} given of {money(pledged, currency)} pledged
        </Text>
      </Group>
      <Progress value={pledged > 0 ? Math.min(100, (given / pledged) * 100) : 0} aria-label="Pledges fulfilled" />
    </div>
  )
}

function Latest({ campaign: { id } }: { campaign: Campaign }) {
  const [money, day] = [useMoney(), useDay()]
  const { data } = useQuery(
    api.gifts.list.queryOptions({ input: { campaign: id, limit: 10 }, meta: { live: ['gifts'] } }),
  )
  if (!data) return null
  if (data.items.length === 0) return <Text c="dimmed">No gifts yet.</Text>
  return (
    <div>
      <Text fw={550}>Latest gifts</Text>
      <Table>
        <Table.Tbody>
          {data.items.map(gift => (
            <Table.Tr key={gift.id}>
              <Table.Td>{gift.donor}</Table.Td>
              <Table.Td>{day(gift.receivedOn)}</Table.Td>
              <Table.Td ta="right" data-figures>
                {money(gift.total, gift.currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Anchor component={Link} to={`/donations?tab=donors&g.campaign=${id}`} size="sm">
        View all gifts
      </Anchor>
    </div>
  )
}
