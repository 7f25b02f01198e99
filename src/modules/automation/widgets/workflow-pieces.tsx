import { Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import type { FormProps } from '#kernel/modules.ts'
import { placeholderOf } from '#ui/placeholder.ts'
import { api } from '#web/api.ts'

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

export const NoticeForm = ({ value, onChange }: FormProps) => (
  <Stack gap="sm">
    <TextInput
      label="Notice"
      description="Merge tags such as {name} are filled in."
      required
      maxLength={200}
      placeholder="Call {name} today"
      value={textIn(value.title)}
      onChange={event => onChange({ ...value, title: event.currentTarget.value })}
    />
    <MemberSelect
      label="Notify"
      placeholder={placeholderOf(value.userId) ?? 'The member that the person is assigned to'}
      value={textIn(value.userId) || null}
      onChange={userId => onChange({ ...value, userId })}
    />
  </Stack>
)

export function WebhookForm({ value, onChange }: FormProps) {
  const { data } = useQuery(api.webhookEndpoints.list.queryOptions({ input: {}, staleTime: 60_000 }))
  const listening = (data?.items ?? []).filter(({ events }) => events.includes('workflow.step'))
  return (
    <Select
      label="Endpoint"
      description="Endpoints with the event workflow.step are listed. Add them in Settings, API."
      clearable
      placeholder={placeholderOf(value.endpointId) ?? 'Every endpoint that listens'}
      data={listening.map(({ id, url, description }) => ({ value: id, label: description || url }))}
      value={textIn(value.endpointId) || null}
      nothingFoundMessage="No results"
      onChange={endpointId => onChange({ ...value, endpointId })}
    />
  )
}

export function WorkflowForm({ value, onChange }: FormProps) {
  const { data } = useQuery(api.workflows.list.queryOptions({ input: { limit: 200 }, staleTime: 60_000 }))
  return (
    <Select
      label="Workflow"
      searchable
      required
      placeholder={placeholderOf(value.workflowId) ?? 'Choose a workflow'}
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={textIn(value.workflowId) || null}
      nothingFoundMessage="No results"
      onChange={workflowId => onChange({ ...value, workflowId: workflowId ?? undefined })}
    />
  )
}
