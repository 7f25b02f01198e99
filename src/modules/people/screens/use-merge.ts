import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'

export type Preview = Awaited<ReturnType<typeof client.merges.preview>>
export type Fact = Preview['fields'][number]
export type Place = 'first' | 'second'
type Picks = NonNullable<Parameters<typeof client.merges.create>[0]['picks']>

/** Everything that shows people is asked for anew. */
export function useFreshPeople() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [
        api.people,
        api.duplicates,
        api.merges,
        api.timeline,
        api.leads,
        api.conversations,
        api.householdSuggestions,
      ].map(part => queries.invalidateQueries({ queryKey: part.key() })),
    )
}

/** The two of the address, who of them stays, and what was picked; `first` and `second` keep their place on the screen. */
export function useMerge(first: string, second: string) {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const fresh = useFreshPeople()
  const stays: Place = params.get('stays') === 'second' ? 'second' : 'first'
  const [keepId, goneId] = stays === 'first' ? [first, second] : [second, first]
  const [picked, setPicked] = useState<Partial<Record<Fact['field'], Place>>>({})
  const [busy, setBusy] = useState(false)
  // Not while they are being merged: afterwards there is only one.
  const preview = useQuery(
    api.merges.preview.queryOptions({ input: { keepId, goneId }, enabled: !busy, meta: { live: ['people'] } }),
  )
  const placeOf = (side: 'kept' | 'gone'): Place => ((side === 'kept') === (stays === 'first') ? 'first' : 'second')
  const sideOf = (place: Place) => (place === stays ? 'kept' : 'gone')

  async function merge({ kept, gone, fields }: Preview) {
    setBusy(true)
    const picks: Picks = {}
    for (const { field, side } of fields) picks[field] = picked[field] ? sideOf(picked[field]) : side
    try {
      const versions = { keepVersion: kept.version, goneVersion: gone.version }
      const { id } = await client.merges.create({ keepId, goneId, ...versions, picks })
      toast(`${gone.name} and ${kept.name} merged`, async () => {
        await client.merges.undo({ id })
        await fresh()
      })
      navigate(`/people/${keepId}`, { replace: true })
    } catch (error) {
      toastError(error, 'They were not merged')
      setBusy(false)
    }
    await fresh()
  }

  return {
    preview,
    stays,
    busy,
    merge,
    setStays: (place: string) =>
      setParams({ first, second, ...(place === 'second' && { stays: 'second' }) }, { replace: true }),
    placeOf,
    sideOf,
    /** Whose value stands in the end. */
    chosen: ({ field, side }: Fact): Place => picked[field] ?? placeOf(side),
    pick: (field: Fact['field'], place: Place) => setPicked({ ...picked, [field]: place }),
  }
}
export type Merging = ReturnType<typeof useMerge>
