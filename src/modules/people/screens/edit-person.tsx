import { Alert, Button, Group, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useCustomFields } from '../widgets/use-custom-fields.ts'
import { factProblems } from './fact-input.tsx'
import { inputOf, type Person, PersonFields, type PersonValues, valuesOf } from './person-fields.tsx'

/** Keeps the version it began with: when someone else saved meanwhile one is asked, and nothing is overwritten. */
export function EditPerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const queries = useQueryClient()
  const [base, setBase] = useState(person)
  const [theirs, setTheirs] = useState<Person | null>(null)
  const { fields } = useCustomFields()
  const form = useForm<PersonValues>({
    initialValues: valuesOf(base),
    validate: values => factProblems(fields, values.custom),
  })

  async function save(values: PersonValues) {
    try {
      const saved = await client.people.update({ ...inputOf(values), id: base.id, version: (theirs ?? base).version })
      queries.setQueryData(api.people.get.queryKey({ input: { id: saved.id } }), saved)
      void queries.invalidateQueries({ queryKey: api.people.key() })
      toast('Saved')
    } catch (error) {
      if ((error as { code?: string }).code === 'CONFLICT') setTheirs(await client.people.get({ id: base.id }))
      throw error
    }
  }
  function take(other: Person) {
    setBase(other)
    setTheirs(null)
    form.setInitialValues(valuesOf(other))
    form.setValues(valuesOf(other))
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={`Edit ${person.name}`}
      form={form}
      onSubmit={save}
      submitLabel={theirs ? 'Save my version' : 'Save'}
    >
      {theirs ? <Conflict onTake={() => take(theirs)} /> : null}
      <PersonFields form={form} />
    </FormDrawer>
  )
}

const Conflict = ({ onTake }: { onTake: () => void }) => (
  <Alert color="yellow" title="Someone else changed this while you were editing">
    <Text size="sm" mb="xs">
      Nothing was overwritten. Use their version, or save yours over it.
    </Text>
    <Group>
      <Button size="xs" variant="default" onClick={onTake}>
        Use their version
      </Button>
    </Group>
  </Alert>
)
