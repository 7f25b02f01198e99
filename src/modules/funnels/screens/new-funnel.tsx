import { Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { FormDialog } from '#ui/form-dialog.tsx'
import { useSearchChange } from '#ui/use-search-change.ts'
import { client } from '#web/api.ts'
import { type Template, useTemplates } from './use-funnels.ts'

/** A name, and what it begins with. Nothing is open before it is published. */
export function NewFunnel({ opened }: { opened: boolean }) {
  const navigate = useNavigate()
  const change = useSearchChange()
  const { data } = useTemplates()
  const created = useRef<string | null>(null)
  const form = useForm({ initialValues: { name: '', template: 'blank' as Template['key'] } })
  const template = data?.items.find(one => one.key === form.values.template)
  return (
    <FormDialog
      opened={opened}
      // One way out for both: two changes of the address at once would undo each other.
      onClose={() => (created.current ? navigate(`/funnels/${created.current}`) : change({ new: null }))}
      title="New funnel"
      form={form}
      submitLabel="Create draft"
      onSubmit={async ({ name, template: key }) => {
        const made = await client.funnels.create({ template: key, ...(name.trim() && { name: name.trim() }) })
        created.current = made.id
      }}
    >
      <TextInput
        label="Name"
        maxLength={120}
        data-autofocus
        placeholder={template?.name ?? 'New funnel'}
        {...form.getInputProps('name')}
      />
      <Select
        label="Start from"
        allowDeselect={false}
        searchable
        data={(data?.items ?? []).map(one => ({
          value: one.key,
          label: one.key === 'blank' ? 'An empty funnel' : one.name,
        }))}
        {...form.getInputProps('template')}
      />
      <Text size="sm" c="dimmed">
        {template?.description ?? ''} It opens as a draft: visitors see nothing until you publish it.
      </Text>
    </FormDialog>
  )
}
