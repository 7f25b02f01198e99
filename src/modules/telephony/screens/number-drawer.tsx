import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { phoneText } from '#people/rules/phone-text.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { OwnNumber } from './numbers.tsx'

interface NumberDrawerProps {
  number: OwnNumber
  opened: boolean
  onClose: () => void
}

const valuesOf = (number: OwnNumber) => ({
  name: number.friendlyName,
  verification: number.verification as string,
  perSecond: (number.perSecond ?? '') as number | '',
})

/** Its name, and what the carriers know of it. */
export function NumberDrawer({ number, opened, onClose }: NumberDrawerProps) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: valuesOf(number) })
  const save = async ({ name, verification, perSecond }: ReturnType<typeof valuesOf>) => {
    const changes = {
      verification: verification as OwnNumber['verification'],
      perSecond: perSecond === '' ? null : perSecond,
    }
    await client.phoneNumbers.update({ id: number.id, version: number.version, ...changes })
    if (name !== number.friendlyName) await client.phoneNumbers.rename({ id: number.id, name })
    await queries.invalidateQueries({ queryKey: api.phoneNumbers.key() })
    toast('Saved')
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={phoneText(number.number)}
      form={form}
      onSubmit={save}
      submitLabel="Save"
    >
      <Fields form={form} />
    </FormDrawer>
  )
}

const Fields = ({ form }: { form: UseFormReturnType<ReturnType<typeof valuesOf>> }) => (
  <>
    <TextInput label="Friendly name" maxLength={64} {...form.getInputProps('name')} />
    <NativeSelect
      label="Registration with the carriers (10DLC or toll-free)"
      description="Copy the status from your carrier’s website."
      data={[
        { value: 'none', label: 'Not registered' },
        { value: 'pending', label: 'Pending' },
        { value: 'verified', label: 'Verified' },
        { value: 'rejected', label: 'Refused' },
      ]}
      {...form.getInputProps('verification')}
    />
    <NumberInput
      label="Texts per second"
      description="If empty, one per second with Twilio, and no limit in the sandbox."
      min={1}
      max={100}
      allowDecimal={false}
      {...form.getInputProps('perSecond')}
    />
  </>
)
