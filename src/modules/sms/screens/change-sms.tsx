import { Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { clockTime } from '#ui/local-time.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { Campaign } from './campaign.tsx'
import { Shapes } from './shapes.tsx'
import { SundayQuestion } from './sunday-question.tsx'

/** What a campaign says, in which shape, and when it is sent, as long as it has not begun. */
export function ChangeSms({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const queries = useQueryClient()
  const { account } = useMe()
  const { id, version, body, localTime, scheduledFor, mode, poll, split, answersTo } = campaign
  const { data: settings } = useQuery(api.smsSettings.read.queryOptions({ input: {} }))
  const at = localTime ?? (scheduledFor ? clockTime(scheduledFor, account.timeZone) : '')
  const planned = mode !== 'now'
  const form = useForm({
    initialValues: {
      body,
      at,
      poll,
      split,
      answersTo,
      mode: mode === 'local' ? 'local' : 'instant',
      anyway: false,
    },
  })
  const [sunday, setSunday] = useState(false)
  const save = async (values: typeof form.values) => {
    const plan = planned ? { at: values.at, mode: values.mode as 'instant' | 'local' } : {}
    const { body, poll, split, answersTo, anyway } = values
    await client.smsCampaigns.update({ id, version, body, poll, split, answersTo, ...plan, anyway }).catch(error => {
      if (error?.code === 'SUNDAY_MORNING') setSunday(true)
      throw error
    })
    await queries.invalidateQueries({ queryKey: api.smsCampaigns.key() })
    toast('Saved')
  }
  const errors = form.errors as Record<string, string>
  return (
    <FormDrawer opened onClose={onClose} title="Edit campaign" form={form} onSubmit={save} submitLabel="Save">
      <Textarea label="Message" autosize minRows={4} maxLength={1_600} {...form.getInputProps('body')} />
      <MemberSelect
        label="Assign replies to"
        placeholder="Unassigned"
        value={form.values.answersTo}
        error={errors.answersTo}
        onChange={next => form.setFieldValue('answersTo', next)}
      />
      <Shapes
        form={{ draft: form.values, errors, limit: settings?.limit ?? 160, change: part => form.setValues(part) }}
      />
      {planned ? <When form={form} sunday={sunday} /> : null}
    </FormDrawer>
  )
}

/** When it is sent, and by whose clock. */
const When = ({ form, sunday }: { form: UseFormReturnType<any, any>; sunday: boolean }) => (
  <>
    <TextInput type="datetime-local" label="Send on" {...form.getInputProps('at')} />
    {sunday ? (
      <SundayQuestion
        at={form.values.at}
        onPick={time => form.setFieldValue('at', time)}
        anyway={form.values.anyway}
        onAnyway={on => form.setFieldValue('anyway', on)}
      />
    ) : null}
    <Radio.Group label="Time zone" {...form.getInputProps('mode')}>
      <Stack gap="xs" mt="xs">
        <Radio value="instant" label="The same time for everyone, in your time zone" />
        <Radio value="local" label="Each recipient’s time zone" />
      </Stack>
    </Radio.Group>
  </>
)
