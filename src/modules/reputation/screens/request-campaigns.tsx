import { Alert, Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { CopiedText } from '#ui/copied-text.tsx'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { saveFile } from '#ui/save-file.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { channelChoiceNames } from '../requests/rules/states.ts'
import { targetNames } from '../requests/rules/targets.ts'

type Campaign = Awaited<ReturnType<typeof client.reviewCampaigns.list>>['items'][number]
const going = new Set(['scheduled', 'sending', 'paused'])
/** On its way, or a code that hangs on a wall. */
const isOpen = ({ state, page }: Campaign) => (page ? state !== 'cancelled' : going.has(state))

/** The campaign that the address names, and all that are on their way or hang on a wall. */
export function RequestCampaigns() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const chosen = params.get('campaign')
  const { data, error, refetch } = useQuery(
    api.reviewCampaigns.list.queryOptions({ input: {}, meta: { live: ['reviews', 'campaigns'] } }),
  )
  if (error) return <ErrorPanel error={error} what="the campaigns" onRetry={() => void refetch()} />
  const shown = (data?.items ?? []).filter(campaign => (chosen ? campaign.id === chosen : isOpen(campaign)))
  if (shown.length === 0 && !chosen) return null
  return (
    <Stack gap="xs" mb="md">
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {shown.map(campaign => (
          <OneCampaign key={campaign.id} campaign={campaign} />
        ))}
      </SimpleGrid>
      {chosen ? (
        <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => change({ campaign: null })}>
          Show requests of all campaigns
        </Button>
      ) : null}
    </Stack>
  )
}

function OneCampaign({ campaign }: { campaign: Campaign }) {
  const { number } = useFormat()
  const { name, channel, state, problem, targets, asked, clicked, reviewed, skipped, page } = campaign
  const figures = page
    ? `Opened ${counted(asked, 'times', number)}, ${number(clicked)} went on to a platform`
    : `${number(asked)} asked, ${number(clicked)} clicked, ${number(reviewed)} reviewed, ${number(skipped)} left out`
  return (
    <Card withBorder component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} truncate>
            {name}
          </Text>
          {page ? null : <StatusBadge of="campaign" value={state} />}
        </Group>
        <Text size="sm" c="dimmed" data-figures>
          {channelChoiceNames[channel]}, {targetNames(targets)}. {figures}.
        </Text>
        {problem ? <Alert color="yellow">{problem}</Alert> : null}
        {page && isOpen(campaign) ? <CopiedText text={page} what="address" /> : null}
        <Buttons campaign={campaign} />
      </Stack>
    </Card>
  )
}

function Buttons({ campaign }: { campaign: Campaign }) {
  const { id, name, state, page } = campaign
  const act = useAct(api.reviewCampaigns.key(), api.reviewRequests.key())
  const download = async () => {
    const { svg } = await client.reviewCampaigns.drawCode({ id })
    saveFile(`${name}.svg`, svg, 'image/svg+xml')
  }
  const cancel = async () => {
    const sure = await confirm({
      title: page ? `Close ${name}?` : `Cancel ${name}?`,
      text: page ? 'The code then leads to a page that says it is not there.' : 'What was sent can’t be called back.',
      confirm: page ? 'Close code' : 'Cancel campaign',
      danger: true,
    })
    if (sure) await act(() => client.reviewCampaigns.cancel({ id }), page ? 'Code closed' : 'Campaign canceled')
  }
  if (!isOpen(campaign)) return null
  const small = { size: 'compact-sm', variant: 'default' } as const
  return (
    <Group gap="xs">
      {page ? (
        <Button {...small} onClick={() => void act(download)}>
          Download
        </Button>
      ) : null}
      {!page && state === 'sending' ? (
        <Button {...small} onClick={() => void act(() => client.reviewCampaigns.pause({ id }), 'Paused')}>
          Pause
        </Button>
      ) : null}
      {!page && state === 'paused' ? (
        <Button {...small} onClick={() => void act(() => client.reviewCampaigns.resume({ id }), 'Resumed')}>
          Resume
        </Button>
      ) : null}
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => void cancel()}>
        {page ? 'Close' : 'Cancel'}
      </Button>
    </Group>
  )
}
