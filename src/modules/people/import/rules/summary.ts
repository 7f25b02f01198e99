import type { ImportCounts } from './options.ts'

const people = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'person' : 'people'}`
const rows = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'row' : 'rows'}`

/** "1,204 people added, 12 updated; 3 rows could not be read." */
export function summary({ created, updated, errors }: ImportCounts): string {
  const done = [
    created > 0 ? `${people(created)} added` : '',
    updated > 0 ? `${created > 0 ? updated.toLocaleString('en-US') : people(updated)} updated` : '',
  ].filter(Boolean)
  const first = done.length > 0 ? done.join(', ') : 'No new people and no changes'
  return errors > 0 ? `${first}; ${rows(errors)} could not be read.` : `${first}.`
}
