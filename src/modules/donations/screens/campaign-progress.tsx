import { Group, Progress, Text } from '@mantine/core'
import type { client } from '#web/api.ts'
import { NOT_YET } from '../published/rules.ts'
import { progressOf } from '../rules/progress.ts'
import { useMoney } from '../widgets/use-money.ts'

export type Campaign = Awaited<ReturnType<typeof client.givingCampaigns.list>>['items'][number]

/** What a campaign has raised of its goal. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const money = useMoney()
  if (campaign.raised === null)
    return (
      <div>
        <Text data-figures>Goal: {money(campaign.goal, campaign.currency)}</Text>
        <Text size="sm" c="dimmed">
          {NOT_YET}
        </Text>
      </div>
    )
  const { bar, text } = progressOf(campaign.raised, campaign.goal)
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Text data-figures>
          {money(campaign.raised, campaign.currency)} of {money(campaign.goal, campaign.currency)}
        </Text>
        <Text fw={550} data-figures>
          {text}
        </Text>
      </Group>
      <Progress value={bar} aria-label={`Raised ${text} of the goal`} />
    </div>
  )
}
