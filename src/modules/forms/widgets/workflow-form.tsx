import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { placeholderOf } from '#ui/placeholder.ts'
import { api } from '#web/api.ts'

/** Which form starts a workflow; none chosen: all of them. */
export function FormChoice({ value, onChange }: FormProps) {
  const { data } = useQuery(api.forms.list.queryOptions({ input: { limit: 200 }, staleTime: 60_000 }))
  return (
    <Select
      label="Form"
      searchable
      clearable
      placeholder={placeholderOf(value.formId) ?? 'Any form'}
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={typeof value.formId === 'string' ? value.formId : null}
      onChange={formId => onChange({ ...value, formId })}
    />
  )
}
