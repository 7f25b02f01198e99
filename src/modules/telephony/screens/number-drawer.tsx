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
  voiceRoute: number.voiceRoute as string,
  forwardTo: number.forwardTo ? phoneText(number.forwardTo) : '',
  verification: number.verification as string,
  perSecond: (number.perSecond ?? '') as number | '',
})

/** Its name, where calls go, and what the carriers know of it. */
export function NumberDrawer({ number, opened, onClose }: NumberDrawerProps) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: valuesOf(number) })
  const save = async ({ name, voiceRoute, forwardTo, verification, perSecond }: ReturnType<typeof valuesOf>) => {
    const changes = {
      voiceRoute: voiceRoute as OwnNumber['voiceRoute'],
      forwardTo: forwardTo || null,
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
      label="When somebody calls"
      data={[
        { value: 'voicemail', label: 'Take a message (voicemail)' },
        { value: 'forward', label: 'Pass the call on to a phone' },
      ]}
      {...form.getInputProps('voiceRoute')}
    />
    {form.values.voiceRoute === 'forward' ? (
      <TextInput
        type="tel"
        label="Forward to"
        description="If nobody answers there, the caller can leave a message."
        {...form.getInputProps('forwardTo')}
      />
    ) : null}
    <NativeSelect
      label="Registration with the carriers (10DLC or toll-free)"
      description="Copy it from your carrier's page, where it is decided."
      data={[
        { value: 'none', label: 'Not registered' },
        { value: 'pending', label: 'Pending' },
        { value: 'verified', label: 'Verified' },
        { value: 'rejected', label: 'Refused' },
      ]}
      {...form.getInputProps('verification')}
    />
    <NumberInput
      label="Texts a second"
      description="Empty: one a second at Twilio, as many as there are in the sandbox."
      min={1}
      max={100}
      allowDecimal={false}
      {...form.getInputProps('perSecond')}
    />
  </>
)
