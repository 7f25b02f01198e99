import { Alert, Anchor, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { useCustomFields } from '../widgets/use-custom-fields.ts'
import { factProblems } from './fact-input.tsx'
import { emptyPerson, inputOf, type Person, PersonFields, type PersonValues } from './person-fields.tsx'

const someName = (values: PersonValues) =>
  values.firstName.trim() ||
  values.lastName.trim() ||
  values.nickName.trim() ||
  values.points.some(point => point.value.trim())

interface AddPersonProps {
  opened: boolean
  onClose: () => void
  onAdded: (person: Person) => void
}

export function AddPerson({ opened, onClose, onAdded }: AddPersonProps) {
  const { fields } = useCustomFields()
  const { user, account } = useMe()
  const form = useForm<PersonValues>({
    initialValues: emptyPerson,
    validate: values => ({
      ...(!someName(values) && { firstName: 'Please enter a name, an email address or a phone number' }),
      ...factProblems(fields, values.custom),
    }),
  })
  async function save(values: PersonValues) {
    const person = await client.people.create(inputOf(values))
    toast(`${person.name} was added`)
    onAdded(person)
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title="Add person"
      form={form}
      onSubmit={save}
      submitLabel="Add person"
      keepAs={`new person ${account.id} ${user.id}`}
    >
      <Lookalikes values={form.values} />
      <PersonFields form={form} />
    </FormDrawer>
  )
}

/** Who has this address or number already. Families share both, so it is said and not forbidden. */
function Lookalikes({ values }: { values: PersonValues }) {
  const of = (kind: 'email' | 'phone') =>
    values.points.find(point => point.kind === kind && point.value.trim())?.value ?? ''
  const [input] = useDebouncedValue(
    { firstName: values.firstName, lastName: values.lastName, email: of('email'), phone: of('phone') },
    300,
  )
  const worthAsking = /@.+\./.test(input.email) || input.phone.replace(/\D/g, '').length >= 7
  const { data } = useQuery(api.people.matches.queryOptions({ input, enabled: worthAsking }))
  const found = worthAsking ? (data?.items ?? []) : []
  if (found.length === 0) return null
  return (
    <Alert
      color="yellow"
      role="status"
      title={found.some(person => person.same) ? 'This person may already be in your list' : 'Someone already has this'}
    >
      {found.map(person => (
        <Text size="sm" key={person.id}>
          <Anchor component={Link} to={`/people/${person.id}`} size="sm">
            {person.name}
          </Anchor>
          , same {person.shares.join(' and ')}
        </Text>
      ))}
    </Alert>
  )
}
