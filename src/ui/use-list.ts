import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { type ListPage, type ListSource, rowsOf } from './list-source.ts'
import { type ListState, useListState } from './use-list-state.ts'

/** A list procedure of the API, as `api.leads.list` is one. */
export interface ListCall<Input, Row> {
  call: (input: Input, options: { signal: AbortSignal }) => Promise<ListPage<Row>>
  key: (options: { type: 'infinite' }) => QueryKey
}

export interface ListOptions<Input> {
  /** a column, with a minus before it for descending; empty where the server has one order */
  sort?: string
  /** names of the filters, in the address and in the input */
  filters?: readonly string[]
  /** before each name in the address, where a screen has several lists */
  prefix?: string
  /** what the input calls the search; "search" by default */
  searchAs?: string
  /** held by the screen, where more than the table reads it; then sort, filters and prefix are its own */
  state?: ListState<string>
  /** rows a page */
  limit?: number
  /** what always goes along: the record that the list belongs to */
  given?: Partial<Input>
  /** where the address and the input differ: fields of the input, from the list's state */
  input?: (state: ListState<string>) => Partial<Input>
  /** topics whose news fetch it again */
  live?: readonly string[]
  /** milliseconds after which it is asked anew in any case */
  every?: number
}

export interface List<Input, Row> {
  state: ListState<string>
  source: ListSource<Row>
  /** what the list asks for, without page: for an export, and for a bulk action on everything that matches */
  asked: Input
  /** goes to the DataTable */
  table: { state: ListState<string>; source: ListSource<Row> }
}

/** What a list asks of the server, from its state; without its page. */
export function askedOf<Input>(state: ListState<string>, options: ListOptions<Input>): Input {
  const { searchAs = 'search', given, input } = options
  const own = input ? input(state) : state.filters
  return { ...given, ...(state.q && { [searchAs]: state.q }), ...own, ...(state.sort && { sort: state.sort }) } as Input
}

/** A list that the server searches, filters, sorts and pages; its state is the address. */
export function useList<Input extends object, Row>(
  list: ListCall<Input, Row>,
  options: ListOptions<Input>,
): List<Omit<Input, 'cursor' | 'limit'>, Row> {
  const { sort = '', filters = [], prefix, limit, live, every } = options
  const own = useListState<string>({ sort, filters, ...(prefix && { prefix }) })
  const state = options.state ?? own
  const asked = askedOf(state, options)
  const query = useInfiniteQuery({
    queryKey: [...list.key({ type: 'infinite' }), asked, limit],
    queryFn: ({ pageParam, signal }) =>
      list.call({ ...asked, ...(limit && { limit }), ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListPage<Row>) => page.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    ...(live && { meta: { live } }),
    ...(every && { refetchInterval: every }),
  })
  const source = rowsOf(query)
  return { state, source, asked, table: { state, source } }
}
