import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/api.ts'
import { phoneText } from '../rules/phone-text.ts'

interface PersonPickerProps {
  label: string
  onPick: (personId: string, name: string) => void
  className?: string
  /** It has the focus in a dialog. */
  focused?: boolean | undefined
}

/** Finds someone by a fragment of name, address or number. */
export function PersonPicker({ label, onPick, className, focused }: PersonPickerProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data, isFetching } = useQuery(
    api.people.search.queryOptions({
      input: { q, limit: 8 },
      enabled: q.length > 1,
      placeholderData: keepPreviousData,
    }),
  )
  const items = q.length > 1 ? (data?.items ?? []) : []
  return (
    <Select
      className={className}
      data-autofocus={focused || undefined}
      aria-label={label}
      placeholder="Name, email or phone"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      filter={({ options }) => options}
      data={items.map(person => ({
        value: person.id,
        label: [person.name, person.email ?? phoneText(person.phone ?? '')].filter(Boolean).join(', '),
      }))}
      nothingFoundMessage={q.length > 1 && !isFetching ? 'No results' : undefined}
      onChange={id => id && onPick(id, items.find(person => person.id === id)?.name ?? '')}
    />
  )
}
