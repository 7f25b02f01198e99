import { Checkbox, Group, Radio, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { FormDialog } from '#ui/form-dialog.tsx'
import { newId } from '#ui/new-id.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { LONGEST, type Visibility, visibilities, visibilityNames } from '../rules/options.ts'
import { useReload } from './use-prayer.ts'

interface Values extends Record<string, unknown> {
  name: string
  email: string
  phone: string
  request: string
  category: string
  visibility: Visibility
  isAnonymous: boolean
  isPrivate: boolean
  isUrgent: boolean
  notifyPrayed: boolean
  permission: boolean
}
const initialValues: Values = {
  name: '',
  email: '',
  phone: '',
  request: '',
  category: 'Other',
  visibility: 'staff',
  isAnonymous: false,
  isPrivate: false,
  isUrgent: false,
  notifyPrayed: false,
  permission: false,
}

interface RequestFormProps {
  opened: boolean
  onClose: () => void
  onAdded: (id: string) => void
}
/** A request that someone told the office about. */
export function RequestForm({ opened, onClose, onAdded }: RequestFormProps) {
  const form = useForm<Values>({ initialValues })
  const reload = useReload()
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add a prayer request"
      submitLabel="Add Request"
      form={form}
      schema={() => import('../contract.ts').then(file => file.NewRequest.omit({ id: true }))}
      onSubmit={async values => {
        const { id } = await client.prayerRequests.create({ ...values, id: newId() })
        await reload()
        toast('Prayer request added')
        onAdded(id)
      }}
    >
      <Fields form={form} opened={opened} />
    </FormDialog>
  )
}

function Fields({ form, opened }: { form: UseFormReturnType<Values>; opened: boolean }) {
  const settings = useQuery(api.prayerRequests.settings.queryOptions({ input: {}, enabled: opened }))
  const mayBePrivate = useMay('pastoral.write')
  const flag = { type: 'checkbox' } as const
  return (
    <>
      <Textarea
        label="Prayer request"
        autosize
        minRows={4}
        maxLength={LONGEST}
        data-autofocus
        {...form.getInputProps('request')}
      />
      <TextInput
        label="Name"
        description="Leave it empty if they don’t want to be named."
        {...form.getInputProps('name')}
      />
      <Group grow align="flex-start">
        <TextInput label="Email" type="email" {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      </Group>
      <Select
        label="Category"
        allowDeselect={false}
        data={settings.data?.categories ?? ['Other']}
        {...form.getInputProps('category')}
      />
      <Radio.Group label="Who may read it" {...form.getInputProps('visibility')}>
        <Stack gap={6} mt={4}>
          {visibilities.map(one => (
            <Radio key={one} value={one} label={visibilityNames[one]} />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.visibility === 'staff' ? null : (
        <Checkbox label="The person it is about agreed to share it" {...form.getInputProps('permission', flag)} />
      )}
      <Checkbox label="Don’t show the name to those who pray" {...form.getInputProps('isAnonymous', flag)} />
      <Checkbox label="Urgent" {...form.getInputProps('isUrgent', flag)} />
      {mayBePrivate ? <Checkbox label="Private: for pastors alone" {...form.getInputProps('isPrivate', flag)} /> : null}
      <Checkbox
        label="Email them when people prayed, at most once a day"
        {...form.getInputProps('notifyPrayed', flag)}
      />
    </>
  )
}
