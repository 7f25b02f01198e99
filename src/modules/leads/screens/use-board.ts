import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api.ts'
import { useLive } from '#web/realtime.ts'
import { type Stage, stages } from '../rules/stages.ts'

export type Lead = Awaited<ReturnType<typeof client.leads.get>>
export type LeadFilters = Omit<Parameters<typeof client.leads.counts>[0], 'ids'>
type ColumnPage = Awaited<ReturnType<typeof client.leads.column>>
type Column = InfiniteData<ColumnPage, string | undefined>

const PAGE = 50
/** More than this at once, and the columns are asked for afresh. */
const FEW = 20

const keyOf = (filters: LeadFilters, stage?: Stage) => (stage ? ['board', filters, stage] : ['board', filters])

/** Cards in the board's order: by rank as bytes, then by id. */
const before = (a: Lead, b: Lead) => (a.rank === b.rank ? a.id < b.id : a.rank < b.rank)

/** One column, loaded a page at a time. Its key is no topic: the board itself decides what a change means for it. */
export function useColumn(stage: Stage, filters: LeadFilters) {
  return useInfiniteQuery({
    queryKey: keyOf(filters, stage),
    queryFn: ({ pageParam }) =>
      client.leads.column({ ...filters, stage, limit: PAGE, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined,
  })
}

export const useCounts = (filters: LeadFilters) => useQuery(api.leads.counts.queryOptions({ input: filters }))

/** The same column where the card is not in it: nothing is drawn anew for that. */
const without = (column: Column, id: string): Column =>
  column.pages.some(page => page.items.some(lead => lead.id === id))
    ? {
        ...column,
        pages: column.pages.map(page => ({ ...page, items: page.items.filter(lead => lead.id !== id) })),
      }
    : column

/** Puts a card where its rank says, if that place is loaded. */
function withCard(column: Column, lead: Lead): Column {
  const pages = column.pages.map(page => ({ ...page, items: [...page.items] }))
  for (const [i, page] of pages.entries()) {
    const at = page.items.findIndex(other => before(lead, other))
    const end = i === pages.length - 1
    if (at < 0 && !(end && page.nextCursor === null)) continue
    page.items.splice(at < 0 ? page.items.length : at, 0, lead)
    break
  }
  return { ...column, pages }
}

/** The cards that this browser has loaded, and what can be done with them. */
export function useBoard(filters: LeadFilters) {
  const queries = useQueryClient()
  const change = (stage: Stage, update: (column: Column) => Column) =>
    queries.setQueryData<Column>(keyOf(filters, stage), column => column && update(column))
  const cards = (stage: Stage) =>
    queries.getQueryData<Column>(keyOf(filters, stage))?.pages.flatMap(page => page.items) ?? []
  const take = (id: string) => {
    for (const stage of stages) change(stage, column => without(column, id))
  }
  const put = (news: Lead) => {
    const known = stages.flatMap(cards).find(card => card.id === news.id)
    // A list does not say what a card shows besides; what was known of it stays.
    const lead = { ...news, household: news.household ?? known?.household, nextStep: news.nextStep ?? known?.nextStep }
    take(lead.id)
    change(lead.status, column => withCard(column, lead))
  }
  const reload = () => queries.invalidateQueries({ queryKey: keyOf(filters) })

  /** Shows a card in its new place before the server has answered; `undo` puts it back. */
  function show(lead: Lead, stage: Stage, index: number): { after: string | null; undo: () => void } {
    const column = cards(stage).filter(card => card.id !== lead.id)
    const after = column[index - 1] ?? null
    take(lead.id)
    change(stage, data => {
      const pages = data.pages.map(page => ({ ...page, items: [...page.items] }))
      const home = after ? pages.find(page => page.items.some(card => card.id === after.id)) : pages[0]
      home?.items.splice(after ? home.items.findIndex(card => card.id === after.id) + 1 : 0, 0, {
        ...lead,
        status: stage,
        rank: after?.rank ?? '',
      })
      return { ...data, pages }
    })
    return { after: after?.id ?? null, undo: () => put(lead) }
  }

  return { cards, put, take, show, reload }
}

/** Follows what others do: few changed cards are fetched and put in their places, many load the columns afresh. */
export function useBoardNews(filters: LeadFilters, { put, take, reload }: ReturnType<typeof useBoard>) {
  useLive('leads', async ids => {
    if (!ids || ids.length > FEW) return void reload()
    const { items } = await client.leads.list({ ...filters, ids, limit: FEW }).catch(() => ({ items: null }))
    if (!items) return void reload()
    for (const id of ids) {
      const lead = items.find(one => one.id === id)
      if (lead) put(lead)
      else take(id)
    }
  })
}
