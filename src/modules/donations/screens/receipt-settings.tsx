import { Alert, Button, Checkbox, FileInput, Group, Image, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'

export const meta = () => titled('Receipt settings')

type Settings = Awaited<ReturnType<typeof client.receiptSettings.read>>

/** Who issues receipts: what the tax office wants to read on them. */
export default function ReceiptSettings() {
  const { data, error, refetch } = useQuery(api.receiptSettings.read.queryOptions({ input: {} }))
  return (
    <>
      <PageHeader
        title="Receipt settings"
        purpose="What stands on receipts and giving statements. Receipts that were issued stay as they are."
      />
      {error && !data ? (
        <ErrorPanel error={error} what="the receipt settings" onRetry={() => void refetch()} />
      ) : data ? (
        <SettingsForm settings={data} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  )
}

const toDataAddress = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('This picture can’t be read.'))
    reader.readAsDataURL(file)
  })

type Form = ReturnType<typeof useForm<Omit<Settings, 'country' | 'taxIdLabel' | 'missing'>>>

function Signature({ form }: { form: Form }) {
  return (
    <Group align="end">
      <FileInput
        label="Signature"
        accept="image/png,image/jpeg"
        placeholder="Choose a picture"
        error={form.errors.signature}
        onChange={file => {
          if (file) void toDataAddress(file).then(data => form.setFieldValue('signature', data))
        }}
      />
      {form.values.signature ? (
        <>
          <Image src={form.values.signature} alt="Signature" h={48} w="auto" />
          <Button variant="subtle" onClick={() => form.setFieldValue('signature', null)}>
            Remove
          </Button>
        </>
      ) : null}
    </Group>
  )
}

function SettingsForm({ settings }: { settings: Settings }) {
  const mayWrite = useMay('giving.write')
  const { country, taxIdLabel, missing, ...initialValues } = settings
  const form = useForm({ initialValues })
  const { run, busy } = useMutate({ keys: [api.receiptSettings.key()], form })
  const save = (values: typeof form.values) =>
    run(() => client.receiptSettings.save(values), { done: 'Receipt settings saved' })
  return (
    <form onSubmit={form.onSubmit(values => void save(values))} aria-label="Receipt settings">
      <Stack maw={560}>
        {Object.keys(missing).length > 0 ? (
          <Alert title="Receipts can’t be issued yet">{Object.values(missing).join('. ')}.</Alert>
        ) : null}
        <TextInput label="Legal name" {...form.getInputProps('legalName')} />
        <Textarea label="Address" rows={3} {...form.getInputProps('address')} />
        <TextInput label={taxIdLabel} {...form.getInputProps('taxId')} />
        {country === 'CA' ? <TextInput label="Place of issue" {...form.getInputProps('placeIssued')} /> : null}
        <TextInput label="Name of the signatory" {...form.getInputProps('signatory')} />
        <TextInput label="Title of the signatory" {...form.getInputProps('signatoryTitle')} />
        <Signature form={form} />
        <TextInput label="Number prefix" description="Before the year and number" {...form.getInputProps('prefix')} />
        <TextInput
          label="Last day of the year"
          description="Month and day, such as 12-31"
          {...form.getInputProps('yearEnd')}
        />
        <TextInput label="Contact for questions" {...form.getInputProps('contact')} />
        <Checkbox
          label="Email a receipt after each online gift"
          {...form.getInputProps('emailReceipts', { type: 'checkbox' })}
        />
        {mayWrite ? (
          <Group>
            <Button type="submit" loading={busy}>
              Save settings
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}
