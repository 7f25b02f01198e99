import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { placeholderOf } from '#ui/placeholder.ts'
import { api } from '#web/api.ts'

/** Videos of which library start a workflow; none chosen: of all of them. */
export function LibraryChoice({ value, onChange }: FormProps) {
  const { data } = useQuery(api.videoLibraries.list.queryOptions({ input: {}, staleTime: 60_000 }))
  return (
    <Select
      label="Library"
      searchable
      clearable
      placeholder={placeholderOf(value.libraryId) ?? 'Any library'}
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={typeof value.libraryId === 'string' ? value.libraryId : null}
      onChange={libraryId => onChange({ ...value, libraryId })}
    />
  )
}
