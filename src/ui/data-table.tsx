import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { counted, singular } from './counted.ts'
import classes from './data-table.module.css'
import { type Column, HeadRow, Rows, SkeletonTableRows } from './data-table-rows.tsx'
import { EmptyState, type EmptyStateProps } from './empty-state.tsx'
import { ErrorPanel } from './error-panel.tsx'
import { useFormat } from './format.tsx'
import type { ListSource } from './list-source.ts'
import { SearchBox } from './search-box.tsx'
import type { ListState } from './use-list-state.ts'
import { type Selection, useSelection } from './use-selection.ts'

export interface DataTableProps<Row extends { id: string }> {
  /** names the table to a screen reader and its rows in sentences: "leads" */
  label: string
  columns: Column<Row>[]
  source: ListSource<Row>
  state: ListState<string>
  /** absent: no search box */
  searchPlaceholder?: string
  /** selects and chips, left of the search box */
  filters?: ReactNode
  /** export and the like, at the right end */
  actions?: ReactNode
  /** where a click on the row leads; the first column becomes the link */
  rowLink?: (row: Row) => string
  /** instead of rowLink; the first column becomes a button */
  onOpen?: (row: Row) => void
  /** gives the rows check boxes; shown while something is selected */
  bulk?: (selection: Selection) => ReactNode
  /** when there is nothing at all yet */
  empty: EmptyStateProps
}

/** A list that is searched, sorted and paged by the server. On a phone every row becomes a card. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, columns, source, state, bulk } = props
  const ids = source.rows.map(row => row.id)
  const selection = useSelection(ids, source.total, JSON.stringify([state.q, state.filters]))

  return (
    <div className={classes.root} aria-busy={source.pending || source.stale}>
      <Toolbar {...props} />
      {source.offline ? <Offline label={label} /> : null}
      {bulk && selection.count > 0 ? <BulkBar source={source} selection={selection} bulk={bulk} label={label} /> : null}
      {source.error && source.rows.length === 0 ? (
        <ErrorPanel error={source.error} what={`the ${label}`} onRetry={source.retry} />
      ) : !source.pending && source.rows.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <table className={classes.table} aria-label={label} data-stale={source.stale || undefined}>
          <HeadRow columns={columns} state={state} selection={bulk ? selection : undefined} loaded={ids.length} />
          <tbody>
            {source.pending ? (
              <SkeletonTableRows columns={columns} selectable={bulk !== undefined} />
            ) : (
              <Rows {...props} selection={bulk ? selection : undefined} />
            )}
          </tbody>
        </table>
      )}
      <Foot source={source} label={label} />
    </div>
  )
}

const Offline = ({ label }: { label: string }) => (
  <Alert color="yellow" variant="light" role="status">
    You are offline. The {label} are loaded again as soon as there is a connection.
  </Alert>
)

function Toolbar<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { columns, state, searchPlaceholder, filters, actions } = props
  const sortable = columns.filter(column => column.sortable)
  if (!searchPlaceholder && !filters && !actions) return null
  return (
    <div className={classes.toolbar}>
      {searchPlaceholder ? (
        <SearchBox className={classes.search} value={state.q} onChange={state.setQ} placeholder={searchPlaceholder} />
      ) : null}
      {filters ? <Filters count={Object.keys(state.filters).length}>{filters}</Filters> : null}
      {state.narrowed ? (
        <Button variant="subtle" color="gray" onClick={state.clear}>
          Clear
        </Button>
      ) : null}
      {sortable.length > 0 ? (
        <NativeSelect
          className={classes.sortSelect}
          aria-label="Sort by"
          value={state.sort}
          onChange={event => state.setSort(event.currentTarget.value)}
          data={sortable.flatMap(({ key, header }) => [
            { value: key, label: `${header} ↑` },
            { value: `-${key}`, label: `${header} ↓` },
          ])}
        />
      ) : null}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  )
}

/** Beside the search box; on a phone they open by a button. */
function Filters({ count, children }: { count: number; children: ReactNode }) {
  const [open, { toggle }] = useDisclosure()
  return (
    <>
      <Button variant="default" className={classes.filterToggle} aria-expanded={open} onClick={toggle}>
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      <div className={classes.filters} data-open={open || undefined}>
        {children}
      </div>
    </>
  )
}

interface BulkBarProps<Row> {
  source: ListSource<Row>
  selection: Selection
  bulk: (selection: Selection) => ReactNode
  label: string
}

function BulkBar<Row>({ source, selection, bulk, label }: BulkBarProps<Row>) {
  const { number } = useFormat()
  const total = source.total ?? 0
  const more = !selection.everything && selection.count === source.rows.length && total > source.rows.length
  return (
    <Group className={classes.bulk} gap="sm">
      <Text fw={550} size="sm" aria-live="polite" data-figures>
        {selection.everything ? `All ${number(selection.count)} selected` : `${number(selection.count)} selected`}
      </Text>
      {more ? (
        <Button size="compact-sm" variant="subtle" onClick={selection.selectEverything}>
          {total === 1 ? `Select the 1 matching ${singular(label)}` : `Select all ${number(total)} matching ${label}`}
        </Button>
      ) : null}
      {bulk(selection)}
      <Button size="compact-sm" variant="subtle" color="gray" ml="auto" onClick={selection.clear}>
        Clear selection
      </Button>
    </Group>
  )
}

function Nothing<Row extends { id: string }>({ label, state, empty }: DataTableProps<Row>) {
  if (!state.narrowed) return <EmptyState {...empty} />
  return (
    <EmptyState
      title={`No ${label} match this`}
      text="Try fewer words or remove a filter."
      action={
        <Button variant="default" onClick={state.clear}>
          Clear search and filters
        </Button>
      }
    />
  )
}

function Foot<Row>({ source, label }: { source: ListSource<Row>; label: string }) {
  const { number } = useFormat()
  if (source.rows.length === 0) return null
  return (
    <div className={classes.foot}>
      {source.error ? <ErrorPanel error={source.error} what={`more ${label}`} onRetry={source.retry} /> : null}
      <Text size="sm" c="dimmed" data-figures>
        {source.total === undefined
          ? counted(source.rows.length, label, number)
          : `${number(source.rows.length)} of ${counted(source.total, label, number)}`}
      </Text>
      {source.hasMore ? (
        <Button variant="default" loading={source.loadingMore} onClick={source.loadMore}>
          Load more
        </Button>
      ) : null}
    </div>
  )
}
