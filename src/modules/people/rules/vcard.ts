/** What a vCard says; blank texts and empty lists are left out. */
export interface CardContact {
  firstName: string
  lastName: string
  prefix?: string
  middleName?: string
  nickName?: string
  organization?: string
  title?: string
  /** `label` is home, work, mobile or anything else; the first is the preferred one. */
  phones?: readonly { value: string; label: string }[]
  emails?: readonly { value: string; label: string }[]
  addresses?: readonly CardAddress[]
  website?: string
  /** "1980-04-03", or "--04-03" without a year. */
  birthDate?: string | null
  anniversary?: string | null
  tags?: readonly string[]
  note?: string
  uid?: string
  photo?: { type: 'JPEG' | 'PNG'; base64: string }
}
export interface CardAddress {
  street: string
  street2?: string
  city: string
  region: string
  postalCode: string
  country: string
  label: string
}

export interface CardFormat {
  version: '3.0' | '4.0'
  /** At 75 octets, for files. A QR code holds lines as they are, and no picture. */
  fold: boolean
}

/** A contact as a vCard: RFC 2426 for 3.0, which is read the widest, RFC 6350 for 4.0. Lines end with CRLF. */
export function vcard(contact: CardContact, { version, fold }: CardFormat): string {
  const lines = [
    'BEGIN:VCARD',
    `VERSION:${version}`,
    ...named(contact),
    ...reached(contact, version),
    ...known(contact, version),
    ...(fold && contact.photo ? [photoLine(contact.photo, version)] : []),
    'END:VCARD',
  ]
  return lines.map(line => `${fold ? folded(line) : line}\r\n`).join('')
}

/** Backslash, semicolon and comma get a backslash before them, a line break becomes \n; other control characters go. */
export const escaped = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

const structured = (parts: readonly (string | undefined)[]) => parts.map(part => escaped(part ?? '')).join(';')
const textLine = (name: string, value: string | undefined) => (value ? [`${name}:${escaped(value)}`] : [])

/** N and FN are mandatory: what has no name is called by its organization, address or number. */
function named({ firstName, lastName, middleName, prefix, nickName, organization, title, ...rest }: CardContact) {
  const name = [prefix, firstName, middleName, lastName].filter(Boolean).join(' ')
  const shown = name || nickName || organization || rest.emails?.[0]?.value || rest.phones?.[0]?.value || 'Contact'
  return [
    `N:${structured([lastName, firstName, middleName, prefix, ''])}`,
    `FN:${escaped(shown)}`,
    ...textLine('NICKNAME', nickName),
    ...textLine('ORG', organization),
    ...textLine('TITLE', title),
  ]
}

type Version = CardFormat['version']

function reached({ phones = [], emails = [], addresses = [], website }: CardContact, version: Version): string[] {
  const four = version === '4.0'
  const preferred = (i: number, all: readonly unknown[]) => {
    if (i > 0 || all.length < 2) return ''
    return four ? ';PREF=1' : ';TYPE=PREF'
  }
  return [
    ...phones.map(({ value, label }, i) => {
      const type = [phoneTypes[label] ?? '', 'VOICE'].filter(Boolean).join(',')
      return `TEL;TYPE=${four ? `"${type.toLowerCase()}"` : type}${preferred(i, phones)}:${escaped(value)}`
    }),
    ...emails.map(({ value, label }, i) => {
      const type = placeTypes[label]
      const types = four ? (type ? `;TYPE=${type.toLowerCase()}` : '') : `;TYPE=${type ? `${type},` : ''}INTERNET`
      return `EMAIL${types}${preferred(i, emails)}:${escaped(value)}`
    }),
    ...addresses.map(({ street, street2, city, region, postalCode, country, label }) => {
      const type = placeTypes[label]
      const lines = [street, street2].filter(Boolean).join('\n')
      return `ADR${type ? `;TYPE=${type}` : ''}:${structured(['', '', lines, city, region, postalCode, country])}`
    }),
    ...(website ? [`URL:${oneLine(website)}`] : []),
  ]
}

const placeTypes: Record<string, string | undefined> = { home: 'HOME', work: 'WORK' }
const phoneTypes: Record<string, string | undefined> = { ...placeTypes, mobile: 'CELL' }
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, '')

function known({ birthDate, anniversary, tags = [], note, uid }: CardContact, version: Version): string[] {
  const four = version === '4.0'
  return [
    ...(birthDate ? [dayLine('BDAY', birthDate, four)] : []),
    ...(anniversary ? [dayLine(four ? 'ANNIVERSARY' : 'X-ANNIVERSARY', anniversary, four)] : []),
    ...(tags.length > 0 ? [`CATEGORIES:${tags.map(escaped).join(',')}`] : []),
    ...textLine('NOTE', note),
    ...textLine('UID', uid),
  ]
}

/** 3.0 knows no day without a year: address books take 1604 and leave it out. */
function dayLine(name: string, day: string, four: boolean): string {
  if (!day.startsWith('--')) return `${name}:${four ? day.replaceAll('-', '') : day}`
  return four ? `${name}:--${day.slice(2).replace('-', '')}` : `${name};X-APPLE-OMIT-YEAR=1604:1604-${day.slice(2)}`
}

const photoLine = ({ type, base64 }: NonNullable<CardContact['photo']>, version: Version) =>
  version === '4.0'
    ? `PHOTO:data:image/${type.toLowerCase()};base64,${base64}`
    : `PHOTO;ENCODING=b;TYPE=${type}:${base64}`

/** No line is longer than 75 octets, and no character is cut apart. */
function folded(line: string): string {
  const lines: string[] = []
  let [piece, octets] = ['', 0]
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > 75) {
      lines.push(piece)
      piece = ' '
      octets = 1
    }
    piece += character
    octets += size
  }
  return [...lines, piece].join('\r\n')
}

/** Octets of one character in UTF-8, in the browser too. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
