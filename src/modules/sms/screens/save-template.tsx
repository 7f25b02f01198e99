import { Autocomplete, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { SmsTemplate } from '../templates/contract.ts'

interface SaveTemplateProps {
  body: string
  /** to change; else a new one is made */
  template?: SmsTemplate
  onClose: () => void
}

const schema = () => import('../templates/contract.ts').then(contract => contract.NewSmsTemplate)

/** Words to start from another time. */
export function SaveTemplate({ body, template, onClose }: SaveTemplateProps) {
  const queries = useQueryClient()
  const { data } = useQuery(api.smsTemplates.list.queryOptions({ input: {} }))
  const form = useForm({ initialValues: { name: template?.name ?? '', category: template?.category ?? '', body } })
  const save = async (values: typeof form.values) => {
    if (template) await client.smsTemplates.update({ id: template.id, version: template.version, ...values })
    else await client.smsTemplates.create(values)
    await queries.invalidateQueries({ queryKey: api.smsTemplates.key() })
    toast('Template saved')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={template ? 'Edit template' : 'Save as Template'}
      form={form}
      onSubmit={save}
      submitLabel="Save template"
      schema={schema}
    >
      <TextInput label="Name" data-autofocus maxLength={80} {...form.getInputProps('name')} />
      <Autocomplete
        label="Category"
        placeholder="Guests"
        maxLength={40}
        data={[...new Set((data?.items ?? []).map(one => one.category))]}
        {...form.getInputProps('category')}
      />
      <Textarea label="Message" autosize minRows={4} maxLength={1_600} {...form.getInputProps('body')} />
    </FormDrawer>
  )
}
