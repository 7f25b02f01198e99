import type { ImportCounts } from './options.ts'

const people = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'person' : 'people'}`
const rows = (n: number) => `${n.toLocaleString('en-US')} ${n === 1 ? 'row' : 'rows'}`

/** "Consent recorded for 127 people. 30 had no number."; empty where a file said nothing of consent. */
export function importedConsentText({ consented, withoutNumber, withoutAddress }: ImportCounts): string {
  const had = (n: number, what: string) => (n > 0 ? ` ${n.toLocaleString('en-US')} had no ${what}.` : '')
  if (consented + withoutNumber + withoutAddress === 0) return ''
  return `Consent recorded for ${people(consented)}.${had(withoutNumber, 'number')}${had(withoutAddress, 'email address')}`
}

/** "1,204 people added, 12 updated; 3 rows could not be read." */
export function summary(counts: ImportCounts): string {
  const { created, updated, errors } = counts
  const done = [
    created > 0 ? `${people(created)} added` : '',
    updated > 0 ? `${created > 0 ? updated.toLocaleString('en-US') : people(updated)} updated` : '',
  ].filter(Boolean)
  const first = done.length > 0 ? done.join(', ') : 'No new people and no changes'
  const consent = importedConsentText(counts)
  return `${errors > 0 ? `${first}; ${rows(errors)} could not be read.` : `${first}.`}${consent && ` ${consent}`}`
}
