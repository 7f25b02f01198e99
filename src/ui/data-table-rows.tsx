import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './data-table.module.css'
import type { ListState } from './use-list-state.ts'
import type { Selection } from './use-selection.ts'

export interface Column<Row> {
  /** also the name under which the server sorts */
  key: string
  header: string
  render: (row: Row) => ReactNode
  sortable?: boolean
  align?: 'right'
  /** CSS width, such as '20%'; the rest is shared out */
  width?: string
  /** leaves the table where it has less than about 900 px */
  optional?: boolean
  /** on a phone: left out of the card, or shown without its header */
  card?: 'hidden' | 'plain'
  /** what the row is called by its check box, for the first column: the name as text */
  name?: (row: Row) => string
}

interface HeadProps<Row> {
  columns: Column<Row>[]
  state: ListState<string>
  selection?: Selection
  loaded: number
}

const sorted = { '': 'ascending', '-': 'descending' } as const

export function HeadRow<Row>({ columns, state, selection, loaded }: HeadProps<Row>) {
  const direction = state.sort.startsWith('-') ? '-' : ''
  const field = state.sort.slice(direction.length)
  return (
    <thead>
      <tr>
        {selection ? (
          <th className={classes.check} scope="col">
            <Checkbox
              aria-label="Select all rows shown"
              disabled={loaded === 0}
              checked={loaded > 0 && selection.ids.length === loaded}
              indeterminate={selection.ids.length > 0 && selection.ids.length < loaded}
              onChange={selection.toggleLoaded}
            />
          </th>
        ) : null}
        {columns.map(({ key, header, sortable, width, align, optional }) => (
          <th
            key={key}
            scope="col"
            style={{ width }}
            data-align={align}
            data-optional={optional || undefined}
            aria-sort={sortable && key === field ? sorted[direction] : undefined}
          >
            {sortable ? (
              <UnstyledButton
                className={classes.sort}
                onClick={() => state.setSort(key === field && direction === '' ? `-${key}` : key)}
              >
                {header}
                {key === field ? direction === '' ? <IconArrowUp size={14} /> : <IconArrowDown size={14} /> : null}
              </UnstyledButton>
            ) : (
              header
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface RowsProps<Row extends { id: string }> {
  columns: Column<Row>[]
  source: { rows: Row[] }
  rowLink?: (row: Row) => string
  onOpen?: (row: Row) => void
  selection?: Selection
}

export function Rows<Row extends { id: string }>({ columns, source, rowLink, onOpen, selection }: RowsProps<Row>) {
  return source.rows.map(row => (
    <tr key={row.id} data-selected={selection?.has(row.id) || undefined} data-opens={Boolean(rowLink ?? onOpen)}>
      {selection ? (
        <td className={classes.check}>
          <Checkbox
            aria-label={`Select ${columns[0]?.name?.(row) ?? 'row'}`}
            checked={selection.has(row.id)}
            onChange={() => selection.toggle(row.id)}
          />
        </td>
      ) : null}
      {columns.map(({ key, header, render, align, optional, card }, place) => (
        <td
          key={key}
          data-label={card === 'plain' || place === 0 ? undefined : header}
          data-align={align}
          data-optional={optional || undefined}
          data-card={place === 0 ? 'title' : card}
        >
          {place > 0 ? render(row) : opener(render(row), rowLink?.(row), onOpen && (() => onOpen(row)))}
        </td>
      ))}
    </tr>
  ))
}

// The link in the first cell is stretched over the row, so that one stop of the Tab key is enough.
function opener(content: ReactNode, to: string | undefined, open: (() => void) | undefined) {
  if (to)
    return (
      <Link className={classes.opener} to={to} preventScrollReset>
        {content}
      </Link>
    )
  if (!open) return content
  return (
    <UnstyledButton className={classes.opener} onClick={open}>
      {content}
    </UnstyledButton>
  )
}

const widths = ['70%', '55%', '62%', '48%', '66%']

export function SkeletonTableRows<Row>({ columns, selectable }: { columns: Column<Row>[]; selectable: boolean }) {
  return Array.from({ length: 5 }, (_, row) => (
    <tr key={`row-${row + 1}`}>
      {selectable ? <td className={classes.check} /> : null}
      {columns.map(({ key, optional, card }, place) => (
        <td key={key} data-optional={optional || undefined} data-card={place === 0 ? 'title' : card}>
          <Skeleton height={14} width={widths[(row + place) % widths.length]} my={3} />
        </td>
      ))}
    </tr>
  ))
}
