import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { placeholderOf } from '#ui/placeholder.ts'
import { api } from '#web/api.ts'

/** Appointments of which type start a workflow; none chosen: all of them. */
export function TypeChoice({ value, onChange }: FormProps) {
  const { data } = useQuery(api.calendarTypes.list.queryOptions({ input: { limit: 200 }, staleTime: 60_000 }))
  return (
    <Select
      label="Appointment type"
      searchable
      clearable
      placeholder={placeholderOf(value.typeId) ?? 'Any type'}
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={typeof value.typeId === 'string' ? value.typeId : null}
      onChange={typeId => onChange({ ...value, typeId })}
    />
  )
}
