import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'

interface TopicSelectProps {
  value: string
  onChange: (topic: string) => void
  error?: string
}

/** What it is about: only who agreed to that gets it. Not shown where a church has one topic alone. */
export function TopicSelect({ value, onChange, error }: TopicSelectProps) {
  const { data } = useQuery(api.topics.list.queryOptions({ input: {}, staleTime: 60_000 }))
  if (!data || data.items.length < 2) return null
  return (
    <NativeSelect
      label="Topic"
      description="Only people who opted in to it get it."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
      data={data.items.map(({ key, name }) => ({ value: key, label: name }))}
    />
  )
}
