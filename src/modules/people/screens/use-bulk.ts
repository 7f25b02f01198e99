import { useQueryClient } from '@tanstack/react-query'
import { toast, toastError } from '#ui/toast.tsx'
import type { Selection } from '#ui/use-selection.ts'
import { api } from '#web/api.ts'
import type { PeopleFilters } from './people.tsx'

type Chosen = { ids: string[] } | { filter: PeopleFilters }
export const people = (n: number) => (n === 1 ? '1 person' : `${n.toLocaleString('en-US')} people`)

/** Does something with those chosen, says what, and shows the lists as they are now; answers whether it was done. */
export function useBulk(selection: Selection, filters: PeopleFilters) {
  const queries = useQueryClient()
  const chosen: Chosen = selection.everything ? { filter: filters } : { ids: [...selection.ids] }
  return async (work: (selection: Chosen) => Promise<{ changed: number }>, done: (changed: number) => string) => {
    try {
      const { changed } = await work(chosen)
      toast(done(changed))
      selection.clear()
      for (const key of [api.people.key(), api.tags.key(), api.groups.key(), api.leads.key()])
        void queries.invalidateQueries({ queryKey: key })
      return true
    } catch (error) {
      toastError(error, 'Nothing was changed')
      return false
    }
  }
}
export type Run = ReturnType<typeof useBulk>
