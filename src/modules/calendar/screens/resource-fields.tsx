import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useResources } from './use-calendar.ts'

interface ResourceFieldsProps {
  value: string[]
  onChange: (ids: string[]) => void
  error?: ReactNode
}

const labels = { host: 'Hosts', room: 'Rooms', equipment: 'Equipment' } as const

/** Who and what an appointment needs, by kind; one list of ids. */
export function ResourceFields({ value, onChange, error }: ResourceFieldsProps) {
  const all = (useResources().data?.items ?? []).filter(one => one.isActive || value.includes(one.id))
  const kinds = (['host', 'room', 'equipment'] as const).filter(
    kind => kind === 'host' || all.some(one => one.kind === kind),
  )
  return kinds.map((kind, i) => {
    const own = all.filter(one => one.kind === kind)
    const chosen = value.filter(id => own.some(one => one.id === id))
    return (
      <MultiSelect
        key={kind}
        label={labels[kind]}
        searchable
        data={own.map(one => ({ value: one.id, label: one.name }))}
        value={chosen}
        onChange={ids => onChange([...value.filter(id => !chosen.includes(id)), ...ids])}
        error={i === 0 ? error : undefined}
      />
    )
  })
}
