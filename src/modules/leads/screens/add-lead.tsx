import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import type { Schema } from '#ui/schema-errors.ts'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay, useMe } from '#web/me.tsx'
import { type Stage, stages } from '../rules/stages.ts'
import { LeadFields, minorUnits } from './lead-fields.tsx'
import type { Lead } from './use-board.ts'

const empty = {
  personId: null as string | null,
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  status: 'new' as Stage,
  source: '',
  assignedTo: null as string | null,
  value: '' as number | string,
  notes: '',
}
type Values = typeof empty

const inputOf = ({ value, source, personId, assignedTo, ...rest }: Values) => ({
  ...rest,
  ...(personId && { personId }),
  ...(assignedTo && { assignedTo }),
  source: source || null,
  value: minorUnits(value),
})

const schema = async (): Promise<Schema> => {
  const { NewLead } = await import('../contract.ts')
  return { '~standard': { validate: values => NewLead['~standard'].validate(inputOf(values as Values)) } }
}

interface AddLeadProps {
  opened: boolean
  onClose: () => void
  onAdded: (lead: Lead) => void
  onOpenPerson: (personId: string) => void
}

export function AddLead({ opened, onClose, onAdded, onOpenPerson }: AddLeadProps) {
  const church = useQuery(api.church.read.queryOptions({ input: {} }))
  const { user, account } = useMe()
  const form = useForm<Values>({ initialValues: empty })
  const { stageTitles } = useLeadNames()
  async function save(values: Values) {
    const lead = await client.leads.create(inputOf(values))
    onAdded(lead)
    toast(`${lead.name} is on the board`)
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title="Add lead"
      form={form}
      onSubmit={save}
      submitLabel="Add lead"
      schema={schema}
      keepAs={`new lead ${account.id} ${user.id}`}
    >
      <Group grow align="start">
        <TextInput label="First name" maxLength={200} data-autofocus {...form.getInputProps('firstName')} />
        <TextInput label="Last name" maxLength={200} {...form.getInputProps('lastName')} />
      </Group>
      <TextInput label="Email" type="email" maxLength={254} {...form.getInputProps('email')} />
      <TextInput label="Phone" type="tel" maxLength={50} {...form.getInputProps('phone')} />
      <Lookalikes values={form.values} onUse={person => form.setFieldValue('personId', person)} onOpen={onOpenPerson} />
      <NativeSelect
        label="Stage"
        data={stages.filter(stage => stage !== 'closed').map(stage => ({ value: stage, label: stageTitles[stage] }))}
        {...form.getInputProps('status')}
      />
      <LeadFields
        form={form}
        unassigned={church.data?.leadAssignment === 'turns' ? 'Next in rotation' : 'Unassigned'}
      />
    </FormDrawer>
  )
}

interface LookalikesProps {
  values: Values
  onUse: (personId: string | null) => void
  onOpen: (personId: string) => void
}

/** While an address or number is typed: who has it already. Families share both, so adding another person stays possible. */
function Lookalikes({ values, onUse, onOpen }: LookalikesProps) {
  const { firstName, lastName, email, phone, personId } = values
  const [input] = useDebouncedValue({ firstName, lastName, email, phone }, 300)
  const mayAsk = useMay('people.read')
  const worthAsking = mayAsk && (/@.+\./.test(input.email) || input.phone.replace(/\D/g, '').length >= 7)
  const { data } = useQuery(api.people.matches.queryOptions({ input, enabled: worthAsking }))
  const found = worthAsking ? (data?.items ?? []) : []
  if (found.length === 0) return null
  return (
    <Alert
      color="yellow"
      title={found.length === 1 ? 'Someone already has this' : `${found.length} people already have this`}
      role="status"
    >
      <Stack gap="xs">
        {found.map(person => (
          <Group key={person.id} gap="xs" justify="space-between" wrap="nowrap">
            <Text size="sm" lineClamp={2}>
              {person.name}, same {person.shares.join(' and ')}
              {person.onBoard ? ', on the board already' : ''}
            </Text>
            <Group gap={4} wrap="nowrap">
              <Button size="compact-xs" variant="subtle" onClick={() => onOpen(person.id)}>
                Open
              </Button>
              <Button
                size="compact-xs"
                variant={personId === person.id ? 'filled' : 'default'}
                aria-pressed={personId === person.id}
                onClick={() => onUse(personId === person.id ? null : person.id)}
              >
                {personId === person.id ? 'Using' : 'Use'}
              </Button>
            </Group>
          </Group>
        ))}
        <Text size="xs" c="dimmed">
          {personId ? 'The lead is added for this person.' : 'If you save without choosing one, a new person is added.'}
        </Text>
      </Stack>
    </Alert>
  )
}
