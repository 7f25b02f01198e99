import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '#ui/form-dialog.tsx'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { QrCode } from './generator.tsx'

interface SettingsProps {
  code: QrCode
  opened: boolean
  onClose: () => void
}
/** Name, folder, and what happens when it expires. */
export function CodeSettings({ code, opened, onClose }: SettingsProps) {
  const { timeZone } = useMe().account
  const { run } = useMutate({ keys: [api.qrCodes.key()] })
  const { id, version, name, folder, fallback, expiresAt } = code
  const form = useForm({
    initialValues: { name, folder, fallback, expiresAt: expiresAt ? clockTime(String(expiresAt), timeZone) : '' },
  })
  async function save(values: typeof form.values) {
    const until = values.expiresAt ? new Date(instantAt(values.expiresAt, timeZone)) : null
    await client.qrCodes.update({ ...values, id, version, expiresAt: until })
    await run(async () => {}, { done: 'Saved' })
  }
  return (
    <FormDialog opened={opened} onClose={onClose} form={form} title="Edit QR code" submitLabel="Save" onSubmit={save}>
      <TextInput label="Name" required data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Folder" {...form.getInputProps('folder')} />
      {code.mode === 'tracked' ? (
        <>
          <TextInput
            type="datetime-local"
            label="Expires"
            description={`On clocks at your church (${timeZone}). Empty: never.`}
            {...form.getInputProps('expiresAt')}
          />
          <Textarea
            label="Words while it is paused or expired"
            description="Shown on a page of your church, up to 300 characters"
            autosize
            minRows={2}
            {...form.getInputProps('fallback')}
          />
        </>
      ) : null}
    </FormDialog>
  )
}
