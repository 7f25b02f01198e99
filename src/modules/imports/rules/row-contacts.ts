import { normaliseEmail, readPhone } from '#people/rules/contact.ts'
import { type Draft, type Entry, shown } from './draft.ts'
import type { Field, Kind } from './fields.ts'
import type { ImportedAddress, ImportedEmail, ImportedPhone } from './person.ts'
import { countryCode, readKind, saysNothing } from './values.ts'

/** Every address of the row, once each. What is none stays in the notes. */
export function readEmails(draft: Draft): ImportedEmail[] {
  const found = new Map<string, ImportedEmail>()
  for (const entry of draft.of('email')) {
    if (saysNothing(entry.value)) continue
    const kind = kindOf(draft, entry, 'emailKind')
    for (const written of separate(entry.value, normaliseEmail, /:::|[;,|\s]+/)) {
      const address = normaliseEmail(written)
      if (!address) reject(draft, { ...entry, value: written }, 'is not an email address')
      else if (!found.has(address)) found.set(address, { address, written: bare(written), kind })
    }
  }
  return [...found.values()]
}

const bare = (written: string) => (/<([^<>]+)>\s*$/.exec(written)?.[1] ?? written).trim()

/** One value, or the parts of a cell that holds several. */
function separate(value: string, read: (text: string) => unknown, between: RegExp): string[] {
  if (read(value)) return [value]
  const parts = value
    .split(between)
    .map(part => part.trim())
    .filter(Boolean)
  return parts.some(part => read(part)) ? parts : [value]
}

function reject(draft: Draft, entry: Entry, why: string): void {
  draft.warn(entry, `${shown(entry.value)} ${why}. It was saved as a note.`)
  draft.keep(entry)
}

/** Every number of the row. One that can't be dialled is kept as it is written. */
export function readPhones(draft: Draft): ImportedPhone[] {
  const found = new Map<string, ImportedPhone>()
  const countries = phoneCountries(draft)
  const read = (text: string) =>
    countries.map(country => readPhone(text, country)).find(phone => phone !== null) ?? null
  for (const entry of draft.of('phone')) {
    if (saysNothing(entry.value)) continue
    const kind = kindOf(draft, entry, 'phoneKind')
    for (const written of separate(entry.value, read, /:::|[;,|]|\s(?:\/|or|oder|o)\s/)) {
      const phone = read(written)
      if (!phone) draft.warn(entry, unreadable(written))
      const key = phone ? `${phone.number} ${phone.extension}` : written
      if (!found.has(key))
        found.set(key, { number: phone?.number ?? null, extension: phone?.extension ?? null, written, kind })
    }
  }
  return [...found.values()]
}

function unreadable(written: string): string {
  if (/^\d[.,]\d+E\+?\d+$/i.test(written))
    return `A spreadsheet shortened the number ${shown(written)}, and its last digits are lost.`
  return `${shown(written)} is not a full phone number. It is saved as entered.`
}

/** Someone who lives abroad wrote their number as one dials it there. */
function phoneCountries(draft: Draft): string[] {
  const home = draft
    .of('country')
    .map(({ value }) => countryCode(value))
    .find(code => code !== null)
  return [...new Set([home ?? draft.options.country, draft.options.country])]
}

/** What the column's header says, else the column beside it ("Phone 1 - Type"). */
function kindOf(draft: Draft, { column }: Entry, field: Field): Kind {
  if (column.kind) return column.kind
  const label = draft.of(field).find(entry => entry.column.group === column.group)
  return label ? readKind(label.value) : 'other'
}

const parts = ['street', 'street2', 'city', 'region', 'postalCode', 'country'] as const

/** Addresses from the columns that belong together; an address in one piece only where its parts are missing. */
export function readAddresses(draft: Draft): ImportedAddress[] {
  const found = new Map<string | null, ImportedAddress>()
  for (const part of parts) {
    for (const entry of draft.of(part)) {
      const address = found.get(entry.column.group) ?? blank(addressKind(draft, entry))
      address[part] = join(address[part], part === 'country' ? (countryCode(entry.value) ?? entry.value) : entry.value)
      found.set(entry.column.group, address)
    }
  }
  for (const entry of draft.of('address')) {
    const before = found.get(entry.column.group)
    if (before && !before.street) before.street = entry.value.replace(/\n+/g, ', ')
    if (!before) found.set(entry.column.group, fromOne(entry.value, addressKind(draft, entry)))
  }
  return [...found.values()].filter((address, i, all) => all.findIndex(other => same(address, other)) === i)
}

const blank = (kind: Kind): ImportedAddress => ({
  street: '',
  street2: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  kind,
})
const join = (before: string, value: string) => (before ? `${before}, ${value}` : value)
const same = (a: ImportedAddress, b: ImportedAddress) => parts.every(part => a[part] === b[part])

function addressKind(draft: Draft, entry: Entry): Kind {
  const kind = kindOf(draft, entry, 'addressKind')
  return kind === 'mobile' || (kind === 'other' && entry.column.group === null) ? 'home' : kind
}

/** "12 Oak St  Springfield  IL  62701  US" and addresses of several lines come apart; others stay whole as the street. */
function fromOne(value: string, kind: Kind): ImportedAddress {
  const pieces = value
    .split(/\n+| {2,}|\t+/)
    .map(piece => piece.trim())
    .filter(Boolean)
  const country = pieces.length > 3 ? countryCode(pieces.at(-1)!) : null
  const rest = country ? pieces.slice(0, -1) : pieces
  const zipAt = rest.findLastIndex((piece, i) => i > 1 && /^[A-Z\d][A-Z\d -]{2,9}$/i.test(piece) && /\d/.test(piece))
  if (zipAt !== rest.length - 1 || zipAt < 3) return { ...blank(kind), street: pieces.join(', ') }
  const [city, region, postalCode] = rest.slice(zipAt - 2)
  return {
    ...blank(kind),
    street: rest[0]!,
    street2: rest.slice(1, zipAt - 2).join(', '),
    city: city!,
    region: region!,
    postalCode: postalCode!,
    country: country ?? '',
  }
}
