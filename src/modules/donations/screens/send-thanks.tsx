import { Alert, Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { thanksTags, usualThanks } from '../rules/thanks.ts'

type Result = Awaited<ReturnType<typeof client.gifts.thank>>

const left = ({ withoutAddress, notAllowed }: Result) =>
  [
    withoutAddress > 0 && `${counted(withoutAddress, 'gift')} without an email address`,
    notAllowed > 0 && `${counted(notAllowed, 'gift')} that can’t be thanked by email`,
  ]
    .filter(Boolean)
    .join(', ')

/** A thank-you by email to the donors of these gifts. */
export function SendThanks({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const form = useForm({ initialValues: { ...usualThanks, again: false } })
  const [recent, setRecent] = useState(0)
  const { run } = useMutate({ keys: [api.gifts.key()] })
  async function send(values: typeof form.values) {
    const result = await client.gifts.thank({ ids, ...values })
    await run(async () => {})
    const skipped = left(result)
    if (result.sent > 0 || skipped)
      toast(`Thanks sent for ${counted(result.sent, 'gift')}${skipped ? `. Not sent: ${skipped}` : ''}`)
    setRecent(result.recent)
    // The dialog stays for those who were thanked a short while ago.
    if (result.recent > 0) throw new Error(`${counted(result.recent, 'gift')} thanked in the last 24 hours`)
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Send Thanks for ${counted(ids.length, 'gift')}`}
      form={form}
      onSubmit={send}
      submitLabel="Send Thanks"
      size="lg"
    >
      <TextInput label="Subject" data-autofocus {...form.getInputProps('subject')} />
      <Textarea label="Message" autosize minRows={6} {...form.getInputProps('text')} />
      <Text size="sm" c="dimmed">
        You can use{' '}
        {Object.keys(thanksTags)
          .map(tag => `{${tag}}`)
          .join(', ')}
        .
      </Text>
      {recent > 0 ? (
        <Alert color="yellow" title="Thanked a short while ago">
          <Checkbox
            label={`Send again for ${counted(recent, 'gift')} thanked in the last 24 hours`}
            {...form.getInputProps('again', { type: 'checkbox' })}
          />
        </Alert>
      ) : null}
    </FormDialog>
  )
}
