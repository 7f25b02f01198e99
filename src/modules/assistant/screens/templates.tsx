import { Badge, Button, Card, Group, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { live, useAssistantAct } from '../widgets/use-assistant.ts'

type Template = Awaited<ReturnType<typeof client.assistantTemplates.list>>['items'][number]

/** Sentences in the church's own words. */
export function Templates() {
  const [editing, setEditing] = useState<Template | 'new' | null>(null)
  const mayManage = useMay('assistant.settings')
  const { data } = useQuery(api.assistantTemplates.list.queryOptions({ input: {}, meta: live }))
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Templates
        </Title>
        {mayManage ? (
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
            Add template
          </Button>
        ) : null}
      </Group>
      {data ? (
        <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }}>
          {data.items.map(one => (
            <TemplateCard key={one.id} template={one} onEdit={() => setEditing(one)} />
          ))}
        </SimpleGrid>
      ) : (
        <SkeletonRows rows={2} />
      )}
      {editing ? <TemplateForm template={editing} onClose={() => setEditing(null)} /> : null}
    </Stack>
  )
}

function TemplateCard({ template, onEdit }: { template: Template; onEdit: () => void }) {
  const mayManage = useMay('assistant.settings')
  const { number } = useFormat()
  const act = useAssistantAct()
  return (
    <Card withBorder component="article" aria-label={template.name}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>{template.name}</Text>
          {template.category ? <Badge variant="light">{template.category}</Badge> : null}
        </Group>
        <Text size="sm" c="dimmed">
          {template.description}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {template.body}
        </Text>
        <Group gap="xs">
          <Text size="xs">Used {counted(template.usage, 'times', number)}</Text>
          {mayManage ? (
            <Button size="compact-sm" variant="subtle" aria-label={`Edit ${template.name}`} onClick={() => onEdit()}>
              Edit
            </Button>
          ) : null}
          {mayManage && !template.key ? (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Delete ${template.name}`}
              onClick={() => void act(() => client.assistantTemplates.remove({ id: template.id }), 'Template deleted')}
            >
              Delete
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Card>
  )
}

function TemplateForm({ template, onClose }: { template: Template | 'new'; onClose: () => void }) {
  const act = useAssistantAct()
  const known = template === 'new' ? null : template
  const form = useForm({
    initialValues: {
      name: known?.name ?? '',
      description: known?.description ?? '',
      category: known?.category ?? '',
      body: known?.body ?? '',
    },
  })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={known ? 'Edit template' : 'Add template'}
      submitLabel="Save"
      form={form}
      schema={() => import('../contract.ts').then(file => file.NewTemplate)}
      onSubmit={async values => {
        if (known) await client.assistantTemplates.update({ id: known.id, version: known.version, ...values })
        else await client.assistantTemplates.create(values)
        await act(async () => undefined, 'Template saved')
      }}
    >
      <TextInput label="Name" maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Description" maxLength={200} {...form.getInputProps('description')} />
      <TextInput label="Category" maxLength={60} {...form.getInputProps('category')} />
      <Textarea
        label="Text"
        description="{church} and {firstName} are filled in."
        autosize
        minRows={3}
        maxLength={1_000}
        {...form.getInputProps('body')}
      />
    </FormDialog>
  )
}
