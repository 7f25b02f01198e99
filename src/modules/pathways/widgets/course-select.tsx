import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '#web/api.ts'

function useCourses(typed: string, isTraining: boolean) {
  const [search] = useDebouncedValue(typed.trim(), 200)
  const { data } = useQuery(
    api.courses.list.queryOptions({
      input: { sort: 'title', limit: 50, ...(search && { search }), ...(isTraining && { training: true }) },
      placeholderData: keepPreviousData,
    }),
  )
  return data?.items ?? []
}

interface CoursePickerProps {
  label: string
  /** Not offered again. */
  taken: readonly string[]
  onPick: (id: string, title: string) => void
}

/** Chooses one course by its title, then another one. */
export function CoursePicker({ label, taken, onPick }: CoursePickerProps) {
  const [typed, setTyped] = useState('')
  const items = useCourses(typed, false).filter(({ id }) => !taken.includes(id))
  return (
    <Select
      label={label}
      placeholder="Choose a course"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      value={null}
      nothingFoundMessage="No results"
      data={items.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={id => id && onPick(id, items.find(one => one.id === id)?.title ?? '')}
    />
  )
}

interface TrainingSelectProps {
  label: string
  description: string
  value: string[]
  onChange: (ids: string[]) => void
  /** Titles of those that were chosen before. */
  known: readonly { id: string; title: string }[]
  error?: ReactNode
}

/** Courses with certificates that end. */
export function TrainingSelect({ label, description, value, onChange, known, error }: TrainingSelectProps) {
  const [typed, setTyped] = useState('')
  const [titles, setTitles] = useState(() => new Map(known.map(({ id, title }) => [id, title])))
  const items = useCourses(typed, true)
  const all = new Map([
    ...value.map(id => [id, titles.get(id) ?? '…'] as const),
    ...items.map(one => [one.id, one.title] as const),
  ])
  return (
    <MultiSelect
      label={label}
      description={description}
      value={value}
      error={error}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage="No trainings. Give a course a certificate that expires."
      data={[...all].map(([id, title]) => ({ value: id, label: title }))}
      onChange={ids => {
        setTitles(all)
        onChange(ids)
      }}
    />
  )
}
