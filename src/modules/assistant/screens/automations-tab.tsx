import {
  Badge,
  Button,
  Card,
  Group,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import {
  intentLabel,
  intents,
  type Mode,
  modes,
  type Scope,
  scopeLabels,
  scopes,
  triggerLabels,
  triggers,
} from '../rules/options.ts'
import { live, percent, useAssistantAct } from '../widgets/use-assistant.ts'
import { Templates } from './templates.tsx'

type Automation = Awaited<ReturnType<typeof client.assistantAutomations.list>>['items'][number]

/** Where and when the assistant works, and the sentences it uses. */
export function AutomationsTab() {
  const [editing, setEditing] = useState<Automation | 'new' | null>(null)
  const mayManage = useMay('assistant.settings')
  const { data, error, refetch } = useQuery(api.assistantAutomations.list.queryOptions({ input: {}, meta: live }))
  if (error && !data) return <ErrorPanel error={error} what="the automations" onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Automations
        </Title>
        {mayManage ? (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
            Add automation
          </Button>
        ) : null}
      </Group>
      {data.items.length === 0 ? (
        <EmptyState
          title="No automations yet"
          text="Switch the assistant on to start with those for your chat, texts, emails and new leads."
        />
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {data.items.map(one => (
            <AutomationCard key={one.id} automation={one} onEdit={() => setEditing(one)} />
          ))}
        </SimpleGrid>
      )}
      <Templates />
      {editing ? <AutomationForm automation={editing} onClose={() => setEditing(null)} /> : null}
    </Stack>
  )
}

interface CardProps {
  automation: Automation
  onEdit: () => void
}
function AutomationCard({ automation, onEdit }: CardProps) {
  const { number } = useFormat()
  const mayManage = useMay('assistant.settings')
  const { name, description, trigger, scope, mode, status, conversationsHandled, successRate } = automation
  return (
    <Card withBorder component="article" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>{name}</Text>
          <StatusBadge of="assistantAutomation" value={status} />
        </Group>
        <Text size="sm">{description}</Text>
        <Text size="sm" c="dimmed">
          {triggerLabels[trigger]} · {scopeLabels[scope]}
        </Text>
        <Group gap="xs">
          <Badge variant="light">{mode === 'autopilot' ? 'Autopilot' : 'Drafts only'}</Badge>
          <Text size="sm">{counted(conversationsHandled, 'conversations', number)}</Text>
          <Text size="sm">Success rate {percent(successRate)}</Text>
        </Group>
        {mayManage ? <CardActions automation={automation} onEdit={onEdit} /> : null}
      </Stack>
    </Card>
  )
}

function CardActions({ automation, onEdit }: CardProps) {
  const act = useAssistantAct()
  const { id, version, name, status } = automation
  const isActive = status === 'active'
  const toggle = () =>
    act(
      () => client.assistantAutomations.update({ id, version, status: isActive ? 'paused' : 'active' }),
      isActive ? `${name} is paused` : `${name} is active`,
    )
  async function remove() {
    const text = 'Its figures go with it. Conversations stay.'
    if (await confirm({ title: `Delete ${name}?`, text, confirm: 'Delete automation', danger: true }))
      await act(() => client.assistantAutomations.remove({ id }), 'Automation deleted')
  }
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${isActive ? 'Pause' : 'Activate'} ${name}`}
        onClick={() => void toggle()}
      >
        {isActive ? 'Pause' : 'Activate'}
      </Button>
      <Button size="compact-sm" variant="subtle" aria-label={`Edit ${name}`} onClick={onEdit}>
        Edit
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={`Delete ${name}`}
        onClick={() => void remove()}
      >
        Delete
      </Button>
    </Group>
  )
}

const modeLabels: Record<Mode, string> = {
  autopilot: 'Autopilot: it answers by itself',
  draft: 'Drafts only: your team sends the reply',
}
const options = <T extends string>(values: readonly T[], label: (value: T) => string) =>
  values.map(value => ({ value, label: label(value) }))

function AutomationForm({ automation, onClose }: { automation: Automation | 'new'; onClose: () => void }) {
  const act = useAssistantAct()
  const known = automation === 'new' ? null : automation
  const form = useForm<Values>({
    initialValues: {
      name: known?.name ?? '',
      description: known?.description ?? '',
      trigger: known?.trigger ?? 'chat',
      scope: (known?.scope ?? 'always') as Scope,
      mode: (known?.mode ?? 'draft') as Mode,
      intents: known?.intents ?? [],
      templateId: known?.templateId ?? null,
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={known ? 'Edit automation' : 'Add automation'}
      submitLabel="Save"
      form={form}
      schema={() => import('../contract.ts').then(file => file.NewAutomation)}
      onSubmit={async values => {
        const given = values as Parameters<typeof client.assistantAutomations.create>[0]
        if (known) await client.assistantAutomations.update({ id: known.id, version: known.version, ...given })
        else await client.assistantAutomations.create(given)
        await act(async () => undefined, 'Automation saved')
      }}
    >
      <Fields form={form} />
    </FormDialog>
  )
}

interface Values extends Record<string, unknown> {
  name: string
  description: string
  trigger: string
  scope: Scope
  mode: Mode
  intents: string[]
  templateId: string | null
}
function Fields({ form }: { form: UseFormReturnType<Values> }) {
  const templates = useQuery(api.assistantTemplates.list.queryOptions({ input: {}, meta: live }))
  const isWelcome = form.values.trigger === 'new_lead'
  return (
    <>
      <TextInput label="Name" maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Description" maxLength={200} {...form.getInputProps('description')} />
      <Select
        label="When"
        allowDeselect={false}
        data={options(triggers, one => triggerLabels[one])}
        {...form.getInputProps('trigger')}
      />
      <Select
        label="Hours"
        allowDeselect={false}
        data={options(scopes, one => scopeLabels[one])}
        {...form.getInputProps('scope')}
      />
      <Select
        label="What it does"
        allowDeselect={false}
        data={options(modes, one => modeLabels[one])}
        description={isWelcome ? 'A draft waits in the conversation with them, if there is one already.' : undefined}
        {...form.getInputProps('mode')}
      />
      {isWelcome ? (
        <Select
          label="Template"
          data={(templates.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('templateId')}
        />
      ) : (
        <MultiSelect
          label="Topics"
          description="Leave it empty for all topics."
          data={options(intents, intentLabel)}
          {...form.getInputProps('intents')}
        />
      )}
    </>
  )
}
