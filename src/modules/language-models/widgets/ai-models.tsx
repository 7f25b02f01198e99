import { Alert, Button, Group, List, NumberInput, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { USUAL_CAP } from '../rules/budget.ts'
import { BUILT_IN, labelOf } from '../rules/models.ts'
import { ModelFields } from './model-fields.tsx'
import { ModelUsage } from './model-usage.tsx'
import { type Form, type Settings, useAiModels } from './use-ai-models.ts'

/** Which model writes, with whose key, and what it may cost. */
export function AiModels() {
  const { data, error, refetch } = useQuery(
    api.languageModels.settings.queryOptions({ input: {}, meta: { live: ['languageModels'] } }),
  )
  if (error) return <ErrorPanel error={error} what="the AI models" onRetry={() => void refetch()} />
  if (!data)
    return (
      <Panel title="AI models">
        <SkeletonRows rows={6} />
      </Panel>
    )
  return (
    <Stack>
      <Panel title="AI models">
        <SettingsForm settings={data} />
      </Panel>
      <Panel title="Usage this month">
        <ModelUsage usage={data.usage} />
      </Panel>
      <Panel title="What is sent to the provider">
        <Sent />
      </Panel>
    </Stack>
  )
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { form, busy, problem, submit } = useAiModels(settings)
  const hasMain = form.values.main.provider !== 'none'
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Problem error={problem} />
        <Standing settings={settings} />
        <ModelFields form={form} slot="main" settings={settings} />
        {hasMain ? <ModelFields form={form} slot="fallback" settings={settings} /> : null}
        <Cap form={form} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Standing({ settings: { main, isReady } }: { settings: Settings }) {
  if (main.provider === 'none')
    return (
      <Text size="sm">
        On now: {BUILT_IN}. It writes sermons and studies from the Bible text and answers from what you have entered. It
        costs nothing and sends nothing to other companies.
      </Text>
    )
  const name = labelOf(main.provider, main.model)
  if (main.problem)
    return (
      <Alert color="yellow" variant="light">
        {name} can’t be used: {problems[main.problem]} The built-in engine answers instead.
      </Alert>
    )
  if (!isReady)
    return (
      <Alert color="yellow" variant="light">
        This month’s cap is reached. The built-in engine answers until next month, or until you raise the cap.
      </Alert>
    )
  return <Text size="sm">On now: {name}. Without an answer from it, the built-in engine steps in.</Text>
}

const problems = {
  no_key: 'it has no API key.',
  no_address: 'it has no address.',
  no_price: 'its price is not known.',
} as const

function Cap({ form }: { form: Form }) {
  const { capCents } = form.values
  return (
    <NumberInput
      label="Cap for a month"
      description={`Nothing is sent that could exceed it. Usually $${USUAL_CAP / 100}.`}
      prefix="$"
      decimalScale={2}
      min={0}
      maw={240}
      thousandSeparator=","
      value={capCents / 100}
      onChange={value => form.setFieldValue('capCents', Math.round(Number(value || 0) * 100))}
      error={form.errors.capCents}
    />
  )
}

const Sent = () => (
  <Group align="flex-start" grow preventGrowOverflow={false} gap="xl">
    <div>
      <Text size="sm" fw={550} mb={4}>
        Sent, if you choose a model and use it for this
      </Text>
      <List size="sm">
        <List.Item>title, passage, theme and audience of a sermon that you ask it to word</List.Item>
        <List.Item>the message to be answered, and passages of your own knowledge articles</List.Item>
        <List.Item>the text that you ask it to draft or improve</List.Item>
      </List>
    </div>
    <div>
      <Text size="sm" fw={550} mb={4}>
        Never sent
      </Text>
      <List size="sm">
        <List.Item>confidential conversations</List.Item>
        <List.Item>private prayer requests</List.Item>
        <List.Item>gifts and giving records</List.Item>
        <List.Item>pastoral and other notes about people</List.Item>
      </List>
    </div>
  </Group>
)
