import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'

/** What a table needs to know of the rows behind it. */
export interface ListSource<Row> {
  rows: Row[]
  /** of all that match, not only those loaded; undefined when the server does not count */
  total?: number
  pending: boolean
  /** the rows shown answer an older question */
  stale: boolean
  error: unknown
  /** the browser has no connection: what is asked waits for it */
  offline?: boolean
  hasMore: boolean
  loadingMore: boolean
  loadMore: () => void
  retry: () => void
}

export interface ListPage<Row> {
  items: Row[]
  nextCursor?: string | null
  total?: number
}

/** Makes the source of a table from an infinite query over pages of `{ items, nextCursor, total }`. */
export function rowsOf<Row>(query: UseInfiniteQueryResult<InfiniteData<ListPage<Row>, unknown>>): ListSource<Row> {
  return {
    rows: query.data?.pages.flatMap(page => page.items) ?? [],
    total: query.data?.pages[0]?.total,
    pending: query.isPending,
    stale: query.isPlaceholderData,
    error: query.error,
    offline: query.isPaused,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void (query.data && query.hasNextPage ? query.fetchNextPage() : query.refetch()),
  }
}
