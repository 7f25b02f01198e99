import { NativeSelect } from '@mantine/core'
import type { ListState } from './use-list-state.ts'

interface FilterSelectProps {
  state: ListState<string>
  /** of the filter, in the address */
  name: string
  label: string
  /** the option that takes the filter away: "Any status" */
  any: string
  options: readonly { value: string; label: string }[]
}

/** One filter of a list. */
export const FilterSelect = ({ state, name, label, any, options }: FilterSelectProps) => (
  <NativeSelect
    aria-label={label}
    value={state.filters[name] ?? ''}
    onChange={event => state.setFilter(name, event.currentTarget.value || null)}
    data={[{ value: '', label: any }, ...options]}
  />
)
