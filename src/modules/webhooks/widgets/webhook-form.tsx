import { Checkbox, type CheckboxGroupProps, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { Permission } from '#kernel/permissions.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'

type Endpoint = Awaited<ReturnType<typeof client.webhookEndpoints.list>>['items'][number]

interface WebhookFormProps {
  /** null for a new one */
  endpoint: Endpoint | null
  onClose: () => void
  /** the signing secret of a new one, null after a change */
  onSaved: (secret: string | null) => void
}

export function WebhookForm({ endpoint, onClose, onSaved }: WebhookFormProps) {
  const form = useForm({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      events: endpoint?.events ?? ([] as string[]),
    },
    validate: {
      url: value =>
        /^https?:\/\/\S+$/.test(value.trim()) ? null : 'Please enter an address like https://example.org/webhooks',
      events: value => (value.length > 0 ? null : 'Please choose at least one event'),
    },
  })
  const save = async (values: typeof form.values) => {
    if (!endpoint) return onSaved((await client.webhookEndpoints.create(values)).secret)
    await client.webhookEndpoints.update({ id: endpoint.id, version: endpoint.version, ...values })
    onSaved(null)
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={endpoint ? 'Edit webhook endpoint' : 'Add a webhook endpoint'}
      form={form}
      onSubmit={save}
      submitLabel={endpoint ? 'Save' : 'Add endpoint'}
    >
      <TextInput
        label="URL"
        description="URL for events"
        placeholder="https://example.org/webhooks"
        required
        data-autofocus
        maxLength={2_000}
        {...form.getInputProps('url')}
      />
      <TextInput label="Description" maxLength={200} {...form.getInputProps('description')} />
      <EventChoice {...form.getInputProps('events')} />
    </FormDrawer>
  )
}

/** The events whose resources the member may read themselves. */
function EventChoice(props: Partial<CheckboxGroupProps>) {
  const { may } = useMe()
  const events = useQuery(api.webhookEndpoints.events.queryOptions({ input: {} }))
  return (
    <Checkbox.Group label="Events" required {...props}>
      <Stack gap="xs" mt="xs">
        {events.data?.items
          .filter(({ scope }) => may(scope as Permission))
          .map(({ type, summary }) => (
            <Checkbox key={type} value={type} label={summary} description={type} />
          ))}
      </Stack>
    </Checkbox.Group>
  )
}
