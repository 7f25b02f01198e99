import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

/** Imports that stopped and wait for someone. */
export function FailedImports({ onState }: { onState: (state: NeedState) => void }) {
  const { data, error } = useQuery(api.imports.list.queryOptions({ input: { failed: true, limit: 20 } }))
  return (
    <NeedRow
      name="imports"
      count={data?.items.length}
      error={error}
      one="An import stopped early"
      many={n => `${n} imports stopped early`}
      to="/people/import"
      onState={onState}
    />
  )
}
