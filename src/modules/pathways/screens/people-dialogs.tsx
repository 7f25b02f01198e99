import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { PeopleSelect } from '#people/widgets/people-select.tsx'
import { counted } from '#ui/counted.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'

type Row = Awaited<ReturnType<typeof client.pathwayPeople.list>>['items'][number]

function useFresh() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: api.pathwayPeople.key() })
    await queries.invalidateQueries({ queryKey: api.pathways.key() })
  }
}

interface AddProps {
  pathwayId: string
  opened: boolean
  onClose: () => void
}

/** Puts people on the pathway, with one mentor. */
export function AddPeople({ pathwayId, opened, onClose }: AddProps) {
  const fresh = useFresh()
  const form = useForm({ initialValues: { personIds: [] as string[], mentorId: null as string | null } })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Add people"
      submitLabel="Add"
      form={form}
      schema={() => import('../people/contract.ts').then(file => file.AddPeople.omit({ pathwayId: true }))}
      onSubmit={async values => {
        const { added, known } = await client.pathwayPeople.add({ pathwayId, ...values })
        toast(`${counted(added, 'people')} added${known > 0 ? `, ${known} already on it` : ''}`)
        await fresh()
      }}
    >
      <PeopleSelect
        label="People"
        value={form.values.personIds}
        onChange={ids => form.setFieldValue('personIds', ids)}
      />
      {form.errors.personIds ? (
        <Text c="red" size="sm" role="alert">
          {form.errors.personIds}
        </Text>
      ) : null}
      <MemberSelect
        label="Mentor"
        description="Signs off their steps. Without one, anyone on the team who may change content can."
        {...form.getInputProps('mentorId')}
      />
    </FormDialog>
  )
}

export function SetMentor({ row, onClose }: { row: Row | null; onClose: () => void }) {
  return row ? <MentorForm key={row.id} row={row} onClose={onClose} /> : null
}

function MentorForm({ row, onClose }: { row: Row; onClose: () => void }) {
  const fresh = useFresh()
  const form = useForm({ initialValues: { mentorId: row.mentorId } })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Mentor of ${row.name}`}
      submitLabel="Save"
      form={form}
      onSubmit={async ({ mentorId }) => {
        await client.pathwayPeople.setMentor({ id: row.id, mentorId })
        toast('Saved')
        await fresh()
      }}
    >
      <MemberSelect label="Mentor" placeholder="Anyone" data-autofocus {...form.getInputProps('mentorId')} />
    </FormDialog>
  )
}
