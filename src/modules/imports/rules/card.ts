import { type CardColumn, slots } from './card-columns.ts'
import { type CardProperty, readCardLine } from './card-lines.ts'

export interface ReadCard {
  cells: string[]
  /** Lines that could not be read. */
  skipped: number
  /** A list of other cards, as address books export them; no person. */
  isGroup: boolean
}

/** One card, given as its unfolded lines without BEGIN and END, as a row of the table with these columns. */
export function readCard(lines: readonly string[], columns: readonly CardColumn[]): ReadCard {
  const isFour = lines.some(line => /^version\s*:\s*4/i.test(line))
  const properties: CardProperty[] = []
  let skipped = 0
  for (const line of lines) {
    if (!line.trim()) continue
    try {
      const property = readCardLine(line, isFour)
      if (property?.values.some(Boolean)) properties.push(property)
    } catch {
      skipped++
    }
  }
  const card = cardOf(properties)
  const said = new Map<string, readonly string[]>([
    ...namesIn(card),
    ...contactsIn(card),
    ...addressesIn(card),
    ...detailsIn(card),
  ])
  const isGroup = card.all('kind', 'x-addressbookserver-kind').some(({ values }) => /^group$/i.test(values[0]!))
  return { cells: columns.map(({ key, slot }) => said.get(key)?.[slot] ?? ''), skipped, isGroup }
}

interface Card {
  /** Those of these names, what is preferred first. */
  all(...names: string[]): CardProperty[]
  text(...names: string[]): string
  /** What the card calls it: Apple's own label, else the types that tell something. */
  label(property: CardProperty): string
}
type Said = [key: string, values: string[]][]

function cardOf(properties: readonly CardProperty[]): Card {
  const labels = new Map(
    properties.filter(({ name }) => name === 'x-ablabel').map(({ group, values }) => [group, values[0]!]),
  )
  const all: Card['all'] = (...names) =>
    properties.filter(({ name }) => names.includes(name)).toSorted((a, b) => a.preference - b.preference)
  return {
    all,
    text: (...names) => all(...names)[0]?.values[0] ?? '',
    label: ({ group, types }) => {
      const own = group === null ? undefined : labels.get(group)
      return own?.replace(/^_\$!<(.*)>!\$_$/, '$1') ?? kindIn(types)
    },
  }
}

/** A cell phone of work is a mobile number first. */
function kindIn(types: readonly string[]): string {
  if (types.some(type => /^(cell|mobile|iphone)$/.test(type))) return 'Mobile'
  if (types.includes('work')) return 'Work'
  return types.includes('home') ? 'Home' : ''
}

function namesIn(card: Card): Said {
  const [last = '', first = '', middle = '', prefix = '', suffix = ''] = card.all('n')[0]?.values ?? []
  const organization = card.text('org')
  const shown = card.text('fn')
  const unnamed = !first && !last
  const isCompany = unnamed && organization !== '' && (shown === organization || shown === '')
  return [
    ['first', [first]],
    ['middle', [middle]],
    ['last', [isCompany ? organization : last]],
    ['prefix', [prefix]],
    ['suffix', [suffix]],
    ['full', [unnamed && !isCompany ? shown : '']],
    ['nick', [card.text('nickname')]],
  ]
}

const isFax = ({ types }: CardProperty) => types.some(type => /fax|^pager$/.test(type))

function contactsIn(card: Card): Said {
  const emails = card.all('email').map(email => ({ value: email.values[0]!, kind: card.label(email) }))
  const numbers = card.all('tel')
  const phones = numbers
    .filter(phone => !isFax(phone))
    .map(phone => ({ value: dialed(phone.values[0]!), kind: card.label(phone) }))
  return [
    ...column('email', emails, slots.email),
    ...column('phone', phones, slots.phone),
    [
      'fax',
      [
        numbers
          .filter(isFax)
          .map(fax => dialed(fax.values[0]!))
          .join(', '),
      ],
    ],
  ]
}

/** tel:+1-555-0100;ext=5 */
const dialed = (value: string) =>
  value
    .replace(/^tel:/i, '')
    .replace(/;ext=(\d+)/i, ' ext. $1')
    .replace(/;.*$/, '')

function column(key: 'email' | 'phone', found: readonly { value: string; kind: string }[], most: number): Said {
  const values = found.map(({ value }) => value)
  const rest = values.slice(most - 1).join(' ::: ')
  return [
    [key, values.length > most ? [...values.slice(0, most - 1), rest] : values],
    [`${key}Kind`, found.map(({ kind }) => kind)],
  ]
}

const addressParts = ['box', 'extended', 'street', 'city', 'region', 'postalCode', 'country'] as const

function addressesIn(card: Card): Said {
  const all = card.all('adr').map(address => ({ values: address.values, kind: card.label(address) }))
  const part = (name: (typeof addressParts)[number]) =>
    all.map(({ values }) => (values[addressParts.indexOf(name)] ?? '').replaceAll(/\n+/g, ', '))
  const [boxes, extended] = [part('box'), part('extended')]
  const streets = part('street').map((street, i) => street || boxes[i]!)
  return [
    ['street', streets],
    ['street2', extended.map((text, i) => [text, boxes[i] === streets[i] ? '' : boxes[i]].filter(Boolean).join(', '))],
    ...(['city', 'region', 'postalCode', 'country'] as const).map((name): [string, string[]] => [name, part(name)]),
    ['addressKind', all.map(({ kind }) => kind)],
  ]
}

/** Lists that programs make by themselves. */
const systemList = /^\*|^(my ?contacts|starred|mycontacts)$/i
const tagged = (name: string) => (/[,;"]/.test(name) ? `"${name.replaceAll('"', '')}"` : name)

function detailsIn(card: Card): Said {
  const titled = (property: CardProperty) =>
    [labelText(card.label(property) || property.types[0] || ''), property.values[0]].filter(Boolean).join(': ')
  const dates = card.all('x-abdate')
  const weddings = dates.filter(date => /anniv/i.test(card.label(date)))
  const spouses = card.all('x-spouse').map(({ values }) => `Spouse: ${values[0]}`)
  const listed = (...names: string[]) => card.all(...names).map(({ values }) => values.filter(Boolean).join(', '))
  const wedding = card.text('anniversary', 'x-anniversary', 'x-evolution-anniversary')
  const zone = card.text('tz')
  const id = card.text('uid')
  const tags = card.all('categories').flatMap(({ values }) => values)
  return [
    ['birthday', [card.text('bday')]],
    ['anniversary', [wedding || (weddings[0]?.values[0] ?? '')]],
    [
      'otherDates',
      [
        dates
          .filter(date => !weddings.includes(date))
          .map(titled)
          .join(', '),
      ],
    ],
    ['deceased', [card.text('deathdate')]],
    ['gender', [genderIn(card.text('gender', 'x-gender'))]],
    ['organization', [listed('org').join('; ')]],
    ['jobTitle', [listed('title', 'role').join('; ')]],
    [
      'tags',
      [
        tags
          .filter(name => name && !systemList.test(name))
          .map(tagged)
          .join(', '),
      ],
    ],
    ['website', [listed('url').join(' ')]],
    ['messenger', [listed('impp').join(' ')]],
    ['related', [[...spouses, ...card.all('related', 'x-abrelatednames').map(titled)].join(', ')]],
    ['timeZone', [zone.includes('/') ? zone : '']],
    ['id', [id.length >= 8 ? id : '']],
    ['notes', [listed('note').join('\n')]],
  ]
}

const labelText = (label: string) => label.charAt(0).toUpperCase() + label.slice(1)
/** O, N and U: the card says that it doesn't say. */
const genderIn = (value: string) => (/^[onu]$/i.test(value) ? '' : value)
