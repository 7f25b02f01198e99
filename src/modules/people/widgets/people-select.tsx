import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { phoneText } from '../rules/phone-text.ts'

interface PeopleSelectProps {
  label: string
  value: string[]
  onChange: (ids: string[]) => void
}

/** Several people by a fragment of name, address or number. */
export function PeopleSelect({ label, value, onChange }: PeopleSelectProps) {
  const [typed, setTyped] = useState('')
  const [names, setNames] = useState<Record<string, string>>({})
  const [q] = useDebouncedValue(typed.trim(), 200)
  const found = useQuery(
    api.people.search.queryOptions({
      input: { q, limit: 8 },
      enabled: q.length > 1,
      placeholderData: keepPreviousData,
    }),
  )
  // People who were chosen before this was opened are known by id alone.
  const unknown = value.filter(id => !names[id])
  const known = useQueries({
    queries: unknown.map(id => api.people.get.queryOptions({ input: { id }, staleTime: 60_000 })),
  })
  const items = q.length > 1 ? (found.data?.items ?? []) : []
  const nameOf = (id: string) => names[id] ?? known[unknown.indexOf(id)]?.data?.name ?? '…'
  const data = new Map(value.map(id => [id, nameOf(id)]))
  for (const person of items)
    data.set(person.id, [person.name, person.email ?? phoneText(person.phone ?? '')].filter(Boolean).join(', '))
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? 'Name, email or phone' : undefined}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      hidePickedOptions
      data={[...data].map(([id, name]) => ({ value: id, label: name }))}
      value={value}
      nothingFoundMessage={q.length > 1 && !found.isFetching ? 'No results' : undefined}
      onChange={ids => {
        setNames(all => ({ ...all, ...Object.fromEntries(items.map(({ id, name }) => [id, name])) }))
        onChange(ids)
      }}
    />
  )
}
