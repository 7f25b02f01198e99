import { Alert, Button, List, Modal, Stack, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { StatRow, StatTile, type StatTileProps } from '#ui/stat-tile.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay, useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { live, percent, useAssistantAct } from '../widgets/use-assistant.ts'
import { AnalyticsTab } from './analytics-tab.tsx'
import { AutomationsTab } from './automations-tab.tsx'
import { ConversationsTab } from './conversations-tab.tsx'
import { SettingsTab } from './settings-tab.tsx'

export const meta = () => titled('AI Assistant')

const tabs = {
  conversations: 'AI Conversations',
  automations: 'Automations',
  analytics: 'Analytics',
  settings: 'AI Settings',
} as const
type Tab = keyof typeof tabs
const isTab = (text: string | null): text is Tab => text !== null && text in tabs

/** First answers from the church's own knowledge, and where a person goes on. */
export default function Assistant() {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const mayRead = useMay('conversations.read')
  const asked = params.get('tab')
  const first: Tab = mayRead ? 'conversations' : 'automations'
  const tab = isTab(asked) && (asked !== 'conversations' || mayRead) ? asked : first
  return (
    <Stack>
      <PageHeader
        title="AI Assistant"
        purpose="First answers from your own knowledge, at any hour. It says that it is a machine, and steps back for a person."
      />
      <Switch />
      <Tiles />
      <Tabs value={tab} onChange={value => change({ tab: value === first ? null : value })} keepMounted={false}>
        <Tabs.List mb="md">
          {Object.entries(tabs)
            .filter(([value]) => value !== 'conversations' || mayRead)
            .map(([value, label]) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
        </Tabs.List>
        <Tabs.Panel value="conversations">
          <ConversationsTab />
        </Tabs.Panel>
        <Tabs.Panel value="automations">
          <AutomationsTab />
        </Tabs.Panel>
        <Tabs.Panel value="analytics">
          <AnalyticsTab />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <SettingsTab />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

/** Off until someone in charge has read what it will do. */
function Switch() {
  const [opened, { open, close }] = useDisclosure(false)
  const mayManage = useMay('assistant.settings')
  const isOwner = useMe().account.role === 'owner'
  const act = useAssistantAct()
  const { data } = useQuery(api.assistant.settings.queryOptions({ input: {}, meta: live }))
  if (!data || data.enabled) return null
  return (
    <Alert color="blue" variant="light" title="The assistant is off">
      <Stack align="flex-start" gap="xs">
        <Text size="sm">Nothing is answered until it is switched on.</Text>
        {mayManage && (isOwner || data.enabledAt) ? (
          <Button size="compact-md" onClick={open}>
            See what it will do
          </Button>
        ) : (
          <Text size="sm">An owner can switch it on.</Text>
        )}
      </Stack>
      <Modal opened={opened} onClose={close} title="What the assistant will do">
        <Stack>
          <List spacing="xs">
            <List.Item>It answers chat messages and texts by itself, and suggests replies to emails.</List.Item>
            <List.Item>It answers only from the knowledge that you approve, and shows you its sources.</List.Item>
            <List.Item>It says that it is automated, and “person” always reaches your team.</List.Item>
            <List.Item>
              Refunds, counseling, legal and medical questions, complaints and anything it can’t answer go to a person.
            </List.Item>
            <List.Item>
              When someone may be in danger, it is silent: they get helpline numbers, and your on-call team is paged.
            </List.Item>
            <List.Item>It never reads confidential conversations, private prayer requests, notes or gifts.</List.Item>
          </List>
          <Button
            onClick={() =>
              void act(() => client.assistant.setEnabled({ enabled: true }), 'The assistant is on').then(
                done => done && close(),
              )
            }
          >
            I have read this. Switch it on
          </Button>
        </Stack>
      </Modal>
    </Alert>
  )
}

const secondsOf = (ms: number) => (ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`)
const dollars = (micros: number) => `$${(micros / 1_000_000).toFixed(2)}`

function Tiles() {
  const { number } = useFormat()
  const { data, error, refetch } = useQuery(api.assistant.stats.queryOptions({ input: {}, meta: live }))
  const failed = { error, onRetry: () => void refetch() }
  const some = <T,>(value: T | null | undefined, show: (value: T) => string) =>
    data ? (value == null ? '–' : show(value)) : undefined
  const tiles: StatTileProps[] = [
    {
      label: 'Total conversations',
      to: '/ai',
      value: some(data?.totalConversations, number),
      formula: 'Conversations in which the assistant answered, suggested or handed over',
    },
    {
      label: 'Average response',
      to: '/ai?tab=analytics',
      value: some(data?.averageResponseTime, secondsOf),
      formula: 'From a message to the assistant’s answer, on average',
    },
    {
      label: 'Resolution rate',
      to: '/ai?tab=analytics',
      value: some(data?.resolutionRate, percent),
      formula:
        'Of the conversations that it answered or handed over: closed, or silent for a day, after its answer and without a person',
    },
    {
      label: 'Customer satisfaction',
      to: '/ai?tab=analytics',
      hint: data && counted(data.ratings, 'ratings', number),
      value: some(data?.customerSatisfaction, value => `${value.toFixed(1)} of 5`),
      formula: 'The average of the ratings that people gave after a conversation closed',
    },
    {
      label: 'Tokens used',
      to: '/ai?tab=settings',
      value: some(data?.tokensUsed, number),
      hint: 'this month',
      formula: 'Tokens that the AI model read and wrote this month',
    },
    {
      label: 'Cost this month',
      to: '/ai?tab=settings',
      value: some(data?.costThisMonth, dollars),
      hint: data && `of ${dollars(data.cap)}`,
      formula: 'What the AI model cost this month, and the limit',
    },
  ]
  return (
    <StatRow>
      {tiles.map(tile => (
        <StatTile key={tile.label} {...tile} {...failed} />
      ))}
    </StatRow>
  )
}
