import { Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { TrainingSelect } from '../widgets/course-select.tsx'

export type Role = Awaited<ReturnType<typeof client.servingRoles.get>>

interface RoleFormProps {
  /** absent: a new one */
  role?: Role
  opened: boolean
  onClose: () => void
}

export function RoleForm({ role, opened, onClose }: RoleFormProps) {
  const queries = useQueryClient()
  const groups = useQuery(api.groups.list.queryOptions({ input: {}, enabled: opened }))
  const form = useForm({
    initialValues: {
      name: role?.name ?? '',
      description: role?.description ?? '',
      groupId: role?.groupId ?? null,
      courseIds: role?.trainings.map(({ id }) => id) ?? [],
    },
  })
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={role ? `Edit ${role.name}` : 'New role'}
      submitLabel={role ? 'Save' : 'Create role'}
      form={form}
      schema={() => import('../serving/contract.ts').then(file => file.NewRole)}
      onSubmit={async values => {
        if (role) await client.servingRoles.update({ id: role.id, version: role.version, ...values })
        else await client.servingRoles.create(values)
        await queries.invalidateQueries({ queryKey: api.servingRoles.key() })
        await queries.invalidateQueries({ queryKey: api.servingAssignments.key() })
        toast('Saved')
      }}
    >
      <TextInput label="Name" placeholder="Kids team" maxLength={80} data-autofocus {...form.getInputProps('name')} />
      <Textarea label="Description" autosize minRows={2} maxLength={2_000} {...form.getInputProps('description')} />
      <Select
        label="Group"
        description="Its people do this. Without a group, people appear once they are assigned."
        clearable
        searchable
        data={(groups.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('groupId')}
      />
      <TrainingSelect
        label="Required trainings"
        description="Courses whose certificates expire. They must be valid on the day of the event."
        known={role?.trainings ?? []}
        value={form.values.courseIds}
        onChange={ids => form.setFieldValue('courseIds', ids)}
        error={form.errors.courseIds}
      />
    </FormDrawer>
  )
}
