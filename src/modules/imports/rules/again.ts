import type { CustomField } from '#people/fields/rules/types.ts'
import type { Column } from './fields.ts'
import type { ImportOptions, MappedColumn } from './options.ts'

/** What an earlier file with the same headers was brought in by. */
export interface Earlier {
  mapping: readonly MappedColumn[]
  options: Pick<ImportOptions, 'dateOrder'>
}

/** Each header with how often it has stood there before: two columns may have one name. */
function places(columns: readonly Pick<Column, 'column' | 'header'>[]): Map<string, number> {
  const seen = new Map<string, number>()
  return new Map(
    columns.map(({ column, header }) => {
      const nth = seen.get(header) ?? 0
      seen.set(header, nth + 1)
      return [`${nth} ${header}`, column]
    }),
  )
}

/**
 * The mapping of an earlier file for this one, whose headers are the same in whatever order; a field of the church's own
 * that is gone is proposed anew. Orders of dates come along for columns in `open`, whose dates can be read both ways.
 */
export function mappedAgain(
  columns: readonly MappedColumn[],
  earlier: Earlier,
  own: readonly Pick<CustomField, 'id'>[],
  open: readonly number[],
): Earlier {
  const before = places(earlier.mapping)
  const dateOrder: ImportOptions['dateOrder'] = {}
  const known = new Set(own.map(({ id }) => id))
  const mapping = [...places(columns)].map(([place, at]) => {
    const column = columns.find(one => one.column === at)!
    const then = earlier.mapping.find(one => one.column === before.get(place))
    if (!then || (then.field === 'custom' && !known.has(then.custom ?? ''))) return column
    const order = earlier.options.dateOrder[then.column]
    if (order && open.includes(at)) dateOrder[at] = order
    const { field, kind, group, custom = null, rule } = then
    return { ...column, field, kind, group, custom, rule, by: 'header' as const }
  })
  return { mapping, options: { dateOrder } }
}
