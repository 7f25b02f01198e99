import { Button, Card, Group, Menu, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconDots, IconHeartHandshake } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useDetail } from '#ui/use-detail.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { type CampaignStatus, campaignStatuses, campaignStatusLabels, frequencyLabels } from '../rules/states.ts'
import { useDay } from '../widgets/use-money.ts'
import { CampaignDetails } from './campaign-details.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { type Campaign, CampaignProgress } from './campaign-progress.tsx'
import { CollectDialog } from './collect-dialog.tsx'

const isStatus = (text: string | null): text is CampaignStatus => campaignStatuses.some(status => status === text)

/** Every campaign with what it raised. */
export function CampaignCards({ onAdd }: { onAdd: (() => void) | null }) {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const asked = params.get('status')
  const status = isStatus(asked) ? asked : null
  const { data, error, refetch } = useQuery(
    api.givingCampaigns.list.queryOptions({ input: status ? { status: [status] } : {}, meta: { live: ['giving'] } }),
  )
  const detail = useDetail('campaign')
  if (error && !data) return <ErrorPanel error={error} what="the campaigns" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height={160} />
  if (data.items.length === 0 && !status)
    return (
      <EmptyState
        icon={<IconHeartHandshake size={28} stroke={1.5} />}
        title="No campaigns yet"
        text="A campaign has a goal, such as a new roof or the missions trip, and shows how much of it is given."
        action={onAdd ? <Button onClick={onAdd}>New Campaign</Button> : undefined}
      />
    )
  return (
    <Stack>
      <NativeSelect
        aria-label="Status"
        w="fit-content"
        value={status ?? ''}
        onChange={event => change({ status: event.currentTarget.value || null })}
        data={[
          { value: '', label: 'Any status' },
          ...campaignStatuses.map(value => ({ value, label: campaignStatusLabels[value] })),
        ]}
      />
      {data.items.length === 0 ? <Text c="dimmed">No campaigns with this status.</Text> : null}
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {data.items.map(campaign => (
          <CampaignCard key={campaign.id} campaign={campaign} onView={() => detail.open(campaign.id)} />
        ))}
      </SimpleGrid>
      <CampaignDetails id={detail.id} onClose={detail.close} />
    </Stack>
  )
}

function CampaignCard({ campaign, onView }: { campaign: Campaign; onView: () => void }) {
  const day = useDay()
  const mayWrite = useMay('giving.write')
  const [opened, setOpened] = useState<'edit' | 'collect' | null>(null)
  const { name, status, donorCount, isRecurring, frequency, startDate, endDate } = campaign
  const times = [startDate && `from ${day(startDate)}`, endDate && `until ${day(endDate)}`].filter(Boolean).join(' ')
  return (
    <Card withBorder component="article" aria-label={name}>
      <Stack h="100%">
        <Group justify="space-between" wrap="nowrap" align="start">
          <Title order={2} size="h4">
            {name}
          </Title>
          <Group gap="xs" wrap="nowrap">
            <StatusBadge of="givingCampaign" value={status} label={campaignStatusLabels[status]} />
            {mayWrite ? <StateMenu campaign={campaign} /> : null}
          </Group>
        </Group>
        <CampaignProgress campaign={campaign} />
        <Text size="sm" c="dimmed">
          {donorCount === null ? '' : `${counted(donorCount, 'donors')} · `}
          {isRecurring ? `Recurring, ${frequencyLabels[frequency ?? 'monthly'].toLowerCase()}` : 'One-time'}
          {times ? ` · ${times}` : ''}
        </Text>
        <Group gap="xs" mt="auto">
          <Button size="compact-sm" variant="default" onClick={onView} aria-label={`View Details: ${name}`}>
            View Details
          </Button>
          {mayWrite ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setOpened('edit')}
              aria-label={`Edit Campaign: ${name}`}
            >
              Edit Campaign
            </Button>
          ) : null}
          <Button size="compact-sm" onClick={() => setOpened('collect')} aria-label={`Collect Donations: ${name}`}>
            Collect Donations
          </Button>
        </Group>
      </Stack>
      {opened === 'edit' ? <CampaignForm campaign={campaign} onClose={() => setOpened(null)} /> : null}
      <CollectDialog campaign={campaign} opened={opened === 'collect'} onClose={() => setOpened(null)} />
    </Card>
  )
}

function StateMenu({ campaign: { id, name, status } }: { campaign: Campaign }) {
  const act = useAct(api.givingCampaigns.key(), api.giving.key())
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" aria-label={`More: ${name}`}>
          <IconDots size={16} stroke={1.75} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {status === 'active' ? (
          <>
            <Menu.Item onClick={() => void act(() => client.givingCampaigns.pause({ id }), `${name} paused`)}>
              Pause
            </Menu.Item>
            <Menu.Item onClick={() => void act(() => client.givingCampaigns.complete({ id }), `${name} completed`)}>
              Complete
            </Menu.Item>
          </>
        ) : (
          <Menu.Item onClick={() => void act(() => client.givingCampaigns.resume({ id }), `${name} is active`)}>
            Resume
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
