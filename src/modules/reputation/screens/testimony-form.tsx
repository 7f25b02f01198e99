import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ChosenPerson, PersonField } from '#people/widgets/person-field.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import {
  type ConsentWay,
  consentWayNames,
  consentWays,
  type NameChoice,
  nameChoiceNames,
  nameChoices,
  STANDARD_CONSENT,
} from '../testimonies/rules/states.ts'

export type Testimony = Awaited<ReturnType<typeof client.testimonies.get>>

const initialValues = {
  content: '',
  nameShown: 'first' as NameChoice,
  expiresOn: '',
  consentWords: STANDARD_CONSENT,
  consentHow: '' as ConsentWay | '',
  consentOn: '',
}
type Values = typeof initialValues
const toInput = ({ consentHow, consentOn, expiresOn, ...words }: Values) => ({
  ...words,
  consentHow: consentHow || null,
  consentOn: consentOn || null,
  ...(expiresOn && { expiresOn }),
})

export function NewTestimonyForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [person, setPerson] = useState<ChosenPerson | null>(null)
  const form = useForm({ initialValues })
  const add = async (values: Values) => {
    await client.testimonies.create({ ...toInput(values), personId: person?.id ?? '' })
    await queries.invalidateQueries({ queryKey: api.testimonies.key() })
    toast('Testimony added as a draft')
  }
  return (
    <FormDrawer opened onClose={onClose} title="Add testimony" form={form} onSubmit={add} submitLabel="Save draft">
      <div>
        <Text size="sm" fw={600}>
          Person
        </Text>
        <PersonField label="Person" value={person} onChange={setPerson} focused error={form.errors.personId} />
      </div>
      <StoryFields form={form} />
    </FormDrawer>
  )
}

export function EditTestimonyForm({ testimony, onClose }: { testimony: Testimony; onClose: () => void }) {
  const queries = useQueryClient()
  const { id, version, content, nameShown, expiresOn, consentWords, consentHow, consentOn } = testimony
  const form = useForm({
    initialValues: {
      content,
      nameShown,
      expiresOn,
      consentWords: consentWords || STANDARD_CONSENT,
      consentHow: consentHow ?? ('' as const),
      consentOn: consentOn ?? '',
    } as Values,
  })
  const save = async (values: Values) => {
    await client.testimonies.update({ ...toInput(values), id, version })
    await queries.invalidateQueries({ queryKey: api.testimonies.key() })
    toast('Saved as a draft')
  }
  return (
    <FormDrawer opened onClose={onClose} title="Edit testimony" form={form} onSubmit={save} submitLabel="Save draft">
      <Text size="sm" c="dimmed">
        An edited testimony leaves your pages until it is approved and published again.
      </Text>
      <StoryFields form={form} />
    </FormDrawer>
  )
}

function StoryFields({ form }: { form: UseFormReturnType<Values> }) {
  return (
    <>
      <Textarea label="Story" autosize minRows={5} maxLength={5_000} {...form.getInputProps('content')} />
      <NativeSelect
        label="Name shown"
        data={nameChoices.map(value => ({ value, label: nameChoiceNames[value] }))}
        {...form.getInputProps('nameShown')}
      />
      <TextInput
        type="date"
        label="Last day on your pages"
        description="Empty: two years after the consent"
        {...form.getInputProps('expiresOn')}
      />
      <Text fw={600}>Consent in writing</Text>
      <Textarea label="What the person agreed to" autosize minRows={3} {...form.getInputProps('consentWords')} />
      <NativeSelect
        label="How they agreed"
        data={[
          { value: '', label: 'Not yet' },
          ...consentWays.map(value => ({ value, label: consentWayNames[value] })),
        ]}
        {...form.getInputProps('consentHow')}
      />
      <TextInput type="date" label="When they agreed" {...form.getInputProps('consentOn')} />
    </>
  )
}
