import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { STANDARD_CONTENT, STANDARD_SUBJECT } from '../requests/rules/words.ts'
import { PlacePicker } from '../widgets/place-picker.tsx'
import { RequestWords } from '../widgets/request-words.tsx'

type Template = Awaited<ReturnType<typeof client.reviewRequestTemplates.list>>['items'][number]
const schema = () => import('../request-templates/contract.ts').then(contract => contract.NewRequestTemplate)

/** Words to ask with. */
export function RequestTemplates() {
  const { data, error, refetch } = useQuery(
    api.reviewRequestTemplates.list.queryOptions({ input: {}, meta: { live: ['reviews'] } }),
  )
  const [open, setOpen] = useState<Template | 'new' | null>(null)
  const add = (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setOpen('new')}>
      New template
    </Button>
  )
  return (
    <Stack>
      {error ? <ErrorPanel error={error} what="the templates" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data?.items.length === 0 ? (
        <EmptyState
          title="No templates yet"
          text="Write once how you ask for a review, and use it again."
          action={add}
        />
      ) : null}
      {data && data.items.length > 0 ? <Group justify="flex-end">{add}</Group> : null}
      {data?.items.map(template => (
        <OneTemplate key={template.id} template={template} onEdit={() => setOpen(template)} />
      ))}
      {open ? <TemplateForm {...(open !== 'new' && { template: open })} onClose={() => setOpen(null)} /> : null}
    </Stack>
  )
}

function OneTemplate({ template: { id, name, subject, content }, onEdit }: { template: Template; onEdit: () => void }) {
  const act = useAct(api.reviewRequestTemplates.key())
  const remove = async () => {
    const sure = await confirm({
      title: `Delete ${name}?`,
      text: 'What was sent with it stays.',
      confirm: 'Delete template',
      danger: true,
    })
    if (sure) await act(() => client.reviewRequestTemplates.remove({ id }), 'Template deleted')
  }
  const test = async () => {
    try {
      const { to } = await client.reviewRequestTemplates.test({ id })
      toast(`Test sent to ${to}`)
    } catch (problem) {
      toastError(problem)
    }
  }
  const small = { size: 'compact-sm', variant: 'default' } as const
  return (
    <Card withBorder component="section" aria-label={name}>
      <Stack gap="xs">
        <Text fw={600}>{name}</Text>
        {subject ? <Text size="sm">Subject: {subject}</Text> : null}
        <Text size="sm" c="dimmed">
          {content}
        </Text>
        <Group gap="xs">
          <Button {...small} onClick={onEdit} aria-label={`Edit ${name}`}>
            Edit
          </Button>
          <Button
            {...small}
            aria-label={`Clone ${name}`}
            onClick={() => void act(() => client.reviewRequestTemplates.clone({ id }), 'Template cloned')}
          >
            Clone
          </Button>
          <Button {...small} onClick={() => void test()} aria-label={`Send me a test of ${name}`}>
            Send me a test
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
      </Stack>
    </Card>
  )
}

function TemplateForm({ template, onClose }: { template?: Template; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: {
      name: template?.name ?? '',
      subject: template?.subject ?? STANDARD_SUBJECT,
      content: template?.content ?? STANDARD_CONTENT,
      sources: template?.sources ?? [],
      custom: template?.custom ?? null,
    },
  })
  const { values, errors, setValues } = form
  const save = async (words: typeof values) => {
    if (template) await client.reviewRequestTemplates.update({ ...words, id: template.id, version: template.version })
    else await client.reviewRequestTemplates.create(words)
    await queries.invalidateQueries({ queryKey: api.reviewRequestTemplates.key() })
    toast('Template saved')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={template ? 'Edit template' : 'New template'}
      form={form}
      onSubmit={save}
      submitLabel="Save template"
      schema={schema}
    >
      <TextInput label="Name" data-autofocus maxLength={80} {...form.getInputProps('name')} />
      <RequestWords value={values} onChange={setValues} hasSubject errors={errors} />
      <PlacePicker value={values} onChange={setValues} errors={errors} />
    </FormDrawer>
  )
}
