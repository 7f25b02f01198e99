import { Button, Group, NativeSelect, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { chartColors } from '#ui/palette.ts'
import { Panel } from '#ui/panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { intentLabel } from '../rules/options.ts'
import { live, percent, useAssistantAct } from '../widgets/use-assistant.ts'
import { SourceForm } from './source-form.tsx'

type Figures = Awaited<ReturnType<typeof client.assistant.analytics>>

/** How much, about what, why to a person, and what nothing answers. */
export function AnalyticsTab() {
  const [days, setDays] = useState('30')
  const mayRead = useMay('conversations.read')
  const { data, error, refetch } = useQuery(
    api.assistant.analytics.queryOptions({ input: { days: Number(days) }, meta: live }),
  )
  return (
    <Stack>
      <NativeSelect
        label="Period"
        w={200}
        value={days}
        onChange={event => setDays(event.currentTarget.value)}
        data={[
          { value: '7', label: 'Last 7 days' },
          { value: '30', label: 'Last 30 days' },
          { value: '90', label: 'Last 90 days' },
        ]}
      />
      {error && !data ? (
        <ErrorPanel error={error} what="the analytics" onRetry={() => void refetch()} />
      ) : data ? (
        <Shown data={data} />
      ) : (
        <SkeletonRows rows={6} />
      )}
      {mayRead ? <Unanswered /> : null}
    </Stack>
  )
}

function Shown({ data }: { data: Figures }) {
  const { date } = useFormat()
  const days = data.days.map(one => ({ ...one, day: date(`${one.day}T12:00:00Z`) }))
  return (
    <>
      <Panel title="Conversations by day">
        <ResponsiveContainer width="100%" height={220}>
          <BarChart data={days} accessibilityLayer>
            <CartesianGrid vertical={false} stroke="var(--hairline)" />
            <XAxis dataKey="day" tick={{ fontSize: 12 }} minTickGap={24} />
            <YAxis allowDecimals={false} width={32} tick={{ fontSize: 12 }} />
            <Tooltip />
            <Bar dataKey="answered" name="Answered" stackId="a" fill={chartColors[0]!} isAnimationActive={false} />
            <Bar dataKey="handoffs" name="Handed over" stackId="a" fill={chartColors[1]!} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </Panel>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Panel title="Intents">
          <Shares rows={data.intents.map(({ intent, count }) => ({ label: intentLabel(intent), count }))} />
        </Panel>
        <Panel title="Why a person took over">
          <Shares rows={data.handoffs.map(({ reason, count }) => ({ label: reason, count }))} />
        </Panel>
      </SimpleGrid>
      <Reliability data={data} />
    </>
  )
}

function Shares({ rows }: { rows: { label: string; count: number }[] }) {
  const { number } = useFormat()
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return <Text size="sm">Nothing in this period yet.</Text>
  return (
    <Stack gap="xs">
      {rows.map(({ label, count }) => (
        <div key={label}>
          <Group justify="space-between">
            <Text size="sm">{label}</Text>
            <Text size="sm">
              {number(count)} ({percent(count / total)})
            </Text>
          </Group>
          <Progress value={(count / total) * 100} aria-label={label} />
        </div>
      ))}
    </Stack>
  )
}

/** Whether a confidence of 80% means that four of five answers are right. */
function Reliability({ data }: { data: Figures }) {
  const { number } = useFormat()
  return (
    <Panel title="Is its confidence right?">
      {data.reliability.length === 0 ? (
        <Text size="sm">
          Review answers in their conversations. Once more than 100 are reviewed, you see here how often it was right at
          each confidence. Reviewed so far: {number(data.reviewed)}.
        </Text>
      ) : (
        <Table aria-label="Reviewed answers by confidence">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Confidence</Table.Th>
              <Table.Th>Reviewed</Table.Th>
              <Table.Th>Right</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.reliability.map(({ from, to, reviewed, right }) => (
              <Table.Tr key={from}>
                <Table.Td>
                  {percent(from)} to {percent(to)}
                </Table.Td>
                <Table.Td>{number(reviewed)}</Table.Td>
                <Table.Td>{reviewed > 0 ? percent(right / reviewed) : '–'}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}

/** One answer here, and the next one who asks gets it. */
function Unanswered() {
  const act = useAssistantAct()
  const mayManage = useMay('assistant.settings')
  const { number } = useFormat()
  const [answering, setAnswering] = useState<{ id: string; question: string } | null>(null)
  const { data } = useQuery(api.assistant.questions.queryOptions({ input: {}, meta: live }))
  return (
    <Panel title="Unanswered questions">
      {data?.items.length === 0 ? (
        <Text size="sm">Every question was answered, or handed over for a reason.</Text>
      ) : null}
      <Stack gap="sm">
        {data?.items.map(one => (
          <Group key={one.id} justify="space-between" wrap="nowrap" align="flex-start">
            <div>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {one.question}
              </Text>
              <Text size="xs" c="dimmed">
                Asked {one.times === 1 ? 'once' : `${number(one.times)} times`}, <RelativeTime at={one.lastAt} />
              </Text>
            </div>
            {mayManage ? (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-sm"
                  aria-label={`Add answer to ${one.question}`}
                  onClick={() => setAnswering(one)}
                >
                  Add answer
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  aria-label={`Dismiss ${one.question}`}
                  onClick={() => void act(() => client.assistant.dismissQuestion({ id: one.id }), 'Question dismissed')}
                >
                  Dismiss
                </Button>
              </Group>
            ) : null}
          </Group>
        ))}
      </Stack>
      {answering ? <SourceForm kind="faq" question={answering} onClose={() => setAnswering(null)} /> : null}
    </Panel>
  )
}
