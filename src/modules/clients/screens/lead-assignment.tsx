import { MultiSelect, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { reach } from '#kernel/permissions.ts'
import type { leadAssignments } from '../rules.ts'
import { useMembers } from '../widgets/use-members.ts'

interface AssignmentValues {
  leadAssignment: (typeof leadAssignments)[number]
  leadOwnerIds: string[]
}

/** Who gets new leads. */
export function LeadAssignment<Values extends AssignmentValues>({ form }: { form: UseFormReturnType<Values> }) {
  const { members } = useMembers()
  const able = members.filter(({ role }) => reach(role, 'leads.write') === 'all')
  const field = (path: string) => form.getInputProps(path as never)
  return (
    <>
      <Select
        label="New leads go to"
        description="From forms, and when a lead is added without an owner."
        allowDeselect={false}
        data={[
          { value: 'turns', label: 'Your team, in rotation' },
          { value: 'manual', label: 'No one (unassigned)' },
        ]}
        {...field('leadAssignment')}
      />
      {form.values.leadAssignment === 'turns' ? (
        <MultiSelect
          label="Team members in the rotation"
          description="Leave it empty for everyone who works with leads."
          placeholder={form.values.leadOwnerIds.length === 0 ? 'Everyone who works with leads' : undefined}
          searchable
          clearable
          data={able.map(member => ({ value: member.userId, label: member.name || member.email }))}
          {...field('leadOwnerIds')}
        />
      ) : null}
    </>
  )
}
