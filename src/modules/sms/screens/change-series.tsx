import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'

interface ChangeSeriesProps {
  series: Awaited<ReturnType<typeof client.smsSeries.list>>['items'][number]
  onClose: () => void
}

/** What a repeated text says and at which hour, from its next run on. */
export function ChangeSeries({ series: { id, version, name, body, time }, onClose }: ChangeSeriesProps) {
  const queries = useQueryClient()
  const [sunday, setSunday] = useState(false)
  const form = useForm({ initialValues: { name, body, time, anyway: false } })
  const save = async (values: typeof form.values) => {
    await client.smsSeries.update({ id, version, ...values }).catch(error => {
      if (error?.code === 'SUNDAY_MORNING') setSunday(true)
      throw error
    })
    await queries.invalidateQueries({ queryKey: api.smsSeries.key() })
    toast('Saved')
  }
  return (
    <FormDrawer opened onClose={onClose} title="Edit repeated text" form={form} onSubmit={save} submitLabel="Save">
      <TextInput label="Name" maxLength={120} {...form.getInputProps('name')} />
      <Textarea label="Message" autosize minRows={4} maxLength={1_600} {...form.getInputProps('body')} />
      <TextInput type="time" label="At" description="In your church’s time zone." {...form.getInputProps('time')} />
      {sunday ? (
        <Checkbox label="Send on Sunday morning anyway" {...form.getInputProps('anyway', { type: 'checkbox' })} />
      ) : null}
    </FormDrawer>
  )
}
