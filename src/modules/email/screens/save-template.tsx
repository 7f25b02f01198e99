import { Autocomplete, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import type { Content } from './use-campaign.ts'

/** Keeps what is there as a beginning for further campaigns. */
export function SaveTemplate({ content }: { content: Content }) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={open}>
        Save as template
      </Button>
      {opened ? <Keep content={content} onClose={close} /> : null}
    </>
  )
}

function Keep({ content, onClose }: { content: Content; onClose: () => void }) {
  const known = useQuery(api.emailTemplates.list.queryOptions({ input: {} })).data?.items ?? []
  const act = useAct(api.emailTemplates.key())
  const form = useForm({
    initialValues: { name: content.name, category: '' },
    validate: {
      name: value => (value.trim() ? null : 'Please enter a name'),
      category: value => (value.trim() ? null : 'Please enter a category, such as “Invitations”'),
    },
  })
  const save = async (values: typeof form.values) => {
    const { subject, preheader, blocks } = content
    const { id } = await client.emailTemplates.create({ ...values, subject, preheader, blocks })
    await act(async () => {})
    toast('Saved as a template', async () => {
      await act(() => client.emailTemplates.remove({ id }))
    })
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title="Save as template"
      form={form}
      onSubmit={save}
      submitLabel="Save template"
    >
      <TextInput label="Name" maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <Autocomplete
        label="Category"
        placeholder="Invitations"
        maxLength={60}
        data={[...new Set(known.map(({ category }) => category))]}
        {...form.getInputProps('category')}
      />
    </FormDrawer>
  )
}
