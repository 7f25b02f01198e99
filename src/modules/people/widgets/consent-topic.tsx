import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent, ReactNode } from 'react'
import { api } from '#web/api.ts'

interface ConsentTopicProps {
  value?: string
  onChange?: (event: ChangeEvent<HTMLSelectElement>) => void
  error?: ReactNode
}

/** What the consent is for. Not shown where a church has one topic alone. */
export function ConsentTopic(props: ConsentTopicProps) {
  const { data } = useQuery(api.topics.list.queryOptions({ input: {}, staleTime: 60_000 }))
  if (!data || data.items.length < 2) return null
  return (
    <NativeSelect label="Topic" data={data.items.map(({ key, name }) => ({ value: key, label: name }))} {...props} />
  )
}
