import { Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { client } from '#web/api.ts'
import { categories } from '../templates/rules/categories.ts'
import { type Template, useTemplates } from './use-workflow.ts'

const BLANK = 'blank'

const startsOf = (templates: readonly Template[]) => [
  { group: 'Empty', items: [{ value: BLANK, label: 'Blank workflow' }] },
  ...categories.map(group => ({
    group,
    items: templates.filter(one => one.category === group).map(one => ({ value: one.key, label: one.name })),
  })),
]

/** A name, and what it begins with. Nothing runs before it is published. */
export function CreateDialog({ opened }: { opened: boolean }) {
  const navigate = useNavigate()
  const change = useSearchChange()
  const [params] = useSearchParams()
  const { data } = useTemplates()
  const created = useRef<string | null>(null)
  const form = useForm({ initialValues: { name: '', start: '' } })
  const start = form.values.start || (params.get('template') ?? BLANK)
  const template = data?.items.find(one => one.key === start)
  return (
    <FormDialog
      opened={opened}
      // One way out for both: two changes of the address at once would undo each other.
      onClose={() =>
        created.current ? navigate(`/automation/${created.current}`) : change({ add: null, template: null })
      }
      title="Create Workflow"
      form={form}
      submitLabel="Create draft"
      onSubmit={async values => {
        const name = values.name.trim()
        const made = template
          ? await client.workflowTemplates.use({ key: template.key, ...(name && { name }) })
          : await client.workflows.create({ name })
        created.current = made.id
      }}
    >
      <TextInput
        label="Name"
        required={!template}
        maxLength={120}
        data-autofocus
        placeholder={template?.name ?? 'Guest follow-up'}
        {...form.getInputProps('name')}
      />
      <Select
        label="Start from"
        allowDeselect={false}
        searchable
        data={startsOf(data?.items ?? [])}
        value={start}
        onChange={value => form.setFieldValue('start', value ?? BLANK)}
      />
      <Text size="sm" c="dimmed">
        {template?.description ?? 'You choose what starts it and add the steps.'} It opens as a draft: nothing runs
        until you publish it.
      </Text>
    </FormDialog>
  )
}
