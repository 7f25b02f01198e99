import { Button, Group, NativeSelect, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { newId } from '#ui/new-id.ts'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { starters } from '../blocks/rules/starters.ts'
import classes from './new-email-campaign.module.css'

/** What a new email campaign is called, what it is about, and what it begins with. */
export function NewEmailCampaign({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const form = useForm({
    initialValues: { name: '', topic: 'newsletter', template: 'weekly' },
    validate: { name: value => (value.trim() ? null : 'Please enter a name') },
  })
  const { problem, busy, save } = useSaving(form)
  const topics = useQuery(api.topics.list.queryOptions({ input: {} }))
  const submit = ({ name, topic, template }: typeof form.values) =>
    save(async () => {
      await client.emailCampaigns.create({ id, name, topic, ...(template && { template }) })
      await navigate(`/dashboard/campaigns/${id}`)
    })
  return (
    <form noValidate onSubmit={form.onSubmit(values => void submit(values))}>
      <Stack>
        <Problem error={problem} />
        <TextInput
          label="Name"
          description="Only your team sees this. Readers see the subject."
          placeholder="Easter invitation"
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Topic"
          description="Only people who opted in to this topic get it."
          data={(topics.data?.items ?? []).map(topic => ({ value: topic.key, label: topic.name }))}
          {...form.getInputProps('topic')}
        />
        <Beginnings value={form.values.template} onChange={template => form.setFieldValue('template', template)} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The server's beginnings, the church's own, and an empty page. */
function Beginnings({ value, onChange }: { value: string; onChange: (template: string) => void }) {
  const own = useQuery(api.emailTemplates.list.queryOptions({ input: {} })).data?.items ?? []
  const all = [
    ...starters.map(({ key, name, purpose }) => ({ key, name, purpose })),
    ...own.map(({ id, name, category }) => ({ key: id, name, purpose: category })),
    { key: '', name: 'Empty', purpose: 'Start from scratch.' },
  ]
  return (
    <div>
      <Text size="sm" fw={500} mb="xs">
        Template
      </Text>
      <div className={classes.starters} role="radiogroup" aria-label="Template">
        {all.map(({ key, name, purpose }) => (
          <UnstyledButton
            key={key}
            role="radio"
            aria-checked={value === key}
            data-chosen={value === key || undefined}
            className={classes.starter}
            onClick={() => onChange(key)}
          >
            <Text span fw={600} size="sm">
              {name}
            </Text>
            <Text span size="xs" c="dimmed">
              {purpose}
            </Text>
          </UnstyledButton>
        ))}
      </div>
      {own.some(({ id }) => id === value) ? <DeleteTemplate id={value} onDone={() => onChange('')} /> : null}
    </div>
  )
}

function DeleteTemplate({ id, onDone }: { id: string; onDone: () => void }) {
  const act = useAct(api.emailTemplates.key())
  const remove = async () => {
    if (!(await act(() => client.emailTemplates.remove({ id })))) return
    onDone()
    toast('Template deleted', async () => {
      await act(() => client.emailTemplates.restore({ id }))
    })
  }
  return (
    <Button size="compact-sm" variant="subtle" color="red" mt="xs" onClick={() => void remove()}>
      Delete this template
    </Button>
  )
}
