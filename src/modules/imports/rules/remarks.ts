import { dateFields } from './fields.ts'
import { notesOnText } from './file-text.ts'
import type { Analysis } from './parsing.ts'
import { orderWords } from './table.ts'

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

/** Sentences about a file for the member who imports it: what was fixed, and what to check before going on. */
export function remarksOn(analysis: Omit<Analysis, 'remarks'>): string[] {
  return [...onText(analysis), ...onColumns(analysis), ...onDates(analysis)]
}

function onText({ format, report }: Omit<Analysis, 'remarks'>): string[] {
  return [
    ...notesOnText({ ...report, label: format.encoding.label }),
    report.photos ? `${count(report.photos, 'card has a photo', 'cards have a photo')}. Photos are not imported.` : '',
  ].filter(Boolean)
}

function onColumns({ hasHeader, columns, suppressesRows }: Omit<Analysis, 'remarks'>): string[] {
  const unknown = columns.filter(({ by }) => by === 'nothing').map(({ header }) => `“${header}”`)
  const named = unknown.slice(0, 5).join(', ') + (unknown.length > 5 ? ` and ${unknown.length - 5} more` : '')
  return [
    hasHeader ? '' : 'The file has no header row. Please check each column.',
    suppressesRows === 'unsubscribed'
      ? 'This is a list of people who unsubscribed. They won’t get emails from you.'
      : '',
    suppressesRows === 'hard_bounce' ? 'This is a list of addresses that bounced. Nothing will be sent to them.' : '',
    hasHeader && unknown.length > 0 ? `We don’t recognize ${named}. Choose a field, or they are skipped.` : '',
  ].filter(Boolean)
}

function onDates({ dates, columns }: Omit<Analysis, 'remarks'>): string[] {
  const headers = new Map(
    columns.filter(({ field }) => dateFields.has(field)).map(({ column, header }) => [column, header]),
  )
  return dates
    .filter(({ column, certain }) => !certain && headers.has(column))
    .map(
      ({ column, order }) =>
        `The dates in “${headers.get(column)}” can be read in two ways. We read them as ${orderWords[order]}. Please check.`,
    )
}
