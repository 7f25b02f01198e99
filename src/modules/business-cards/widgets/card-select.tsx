import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { nameOf } from '../rules/design.ts'

/** Chooses a business card; the value is the address of its page. */
export function CardSelect(props: Omit<SelectProps, 'data'>) {
  const { data } = useQuery(api.businessCards.list.queryOptions({ input: { limit: 200 }, staleTime: 60_000 }))
  const cards = (data?.items ?? []).map(card => ({ value: card.address, label: nameOf(card) || card.organization }))
  return <Select searchable nothingFoundMessage="No results" {...props} data={cards} />
}
