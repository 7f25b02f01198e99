import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { placeholderOf } from '#ui/placeholder.ts'
import { api } from '#web/api.ts'

function PathwaySelect({ value, onChange, any }: FormProps & { any: string }) {
  const { data } = useQuery(api.pathways.list.queryOptions({ input: { state: ['active'], sort: 'name', limit: 200 } }))
  const chosen = value.pathwayId
  return (
    <Select
      label="Pathway"
      placeholder={any}
      clearable
      searchable
      nothingFoundMessage="No results"
      value={typeof chosen === 'string' && !placeholderOf(chosen) ? chosen : null}
      data={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={id => onChange({ ...value, pathwayId: id ?? undefined })}
    />
  )
}

/** Of the triggers: on which pathway. */
export const AnyPathwayForm = (props: FormProps) => <PathwaySelect {...props} any="Any pathway" />
/** Of the action: to which pathway someone is added. */
export const PathwayForm = (props: FormProps) => <PathwaySelect {...props} any="Choose a pathway" />
