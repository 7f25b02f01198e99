import ICAL from 'ical.js'

/** One line of a card as its parts; `types` and names are in lower case. */
export interface CardProperty {
  name: string
  group: string | null
  types: string[]
  /** 1 is the most wanted, 101 what says nothing about it. */
  preference: number
  /** Components of a structured value, else one; escapes are undone. */
  values: string[]
}

const wanted = new Set(
  `n fn nickname email tel adr bday anniversary x-anniversary x-evolution-anniversary deathdate gender x-gender org title role
   categories note url impp related x-spouse x-abrelatednames x-abdate x-ablabel tz uid kind x-addressbookserver-kind x-abshowas
   version`.split(/\s+/),
)
const encodings = /^(quoted-printable|base64|b|8bit|7bit)$/i

/** Null for a line about something that we have no place for, such as a key or a sound. */
export function readCardLine(line: string, isFour: boolean): CardProperty | null {
  const { head, value } = parted(line)
  const [path = '', ...parameters] = outsideQuotes(head, ';')
  const name = path.split('.').at(-1)!.trim().toLowerCase()
  if (!wanted.has(name)) return null
  const { kept, encoding, charset } = readParameters(parameters)
  if (/^b(ase64)?$/i.test(encoding)) return null
  const text = /^quoted/i.test(encoding) ? fromQuotedPrintable(value, charset) : value
  const written = [path.trim(), ...kept].join(';')
  const [, found, type, ...values] = ICAL.parse.property(
    `${written}:${text}`,
    isFour ? ICAL.design.vcard : ICAL.design.vcard3,
  ) as [string, Record<string, string | string[]>, string, ...unknown[]]
  const types = listOf(found.type).flatMap(said => said.toLowerCase().split(','))
  return {
    name,
    group: typeof found.group === 'string' ? found.group.toLowerCase() : null,
    types,
    preference: types.includes('pref') ? 1 : Number(found.pref) || 101,
    values: componentsOf(values, type === 'unknown'),
  }
}

const listOf = (value: string | string[] | undefined) => (value === undefined ? [] : [value].flat())

/** "Anna,Maria" as one given name; what ical.js leaves escaped in text without structure is undone. */
function componentsOf(values: unknown[], raw: boolean): string[] {
  const parts = values.length === 1 && Array.isArray(values[0]) ? (values[0] as (string | string[])[]) : values
  return parts.map(part => {
    const text = Array.isArray(part) ? part.join(' ') : String(part)
    const plain = raw ? text.replace(/\\n/gi, '\n').replaceAll('\\,', ',') : text
    return plain.replace(/\\([;:])/g, '$1').trim()
  })
}

/** At the first colon outside of quotes. */
function parted(line: string): { head: string; value: string } {
  let quoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') quoted = !quoted
    if (line[at] === ':' && !quoted) return { head: line.slice(0, at), value: line.slice(at + 1) }
  }
  throw new SyntaxError('a line without a colon')
}

const outsideQuotes = (text: string, delimiter: ';' | ',') =>
  text.match(delimiter === ';' ? /(?:"[^"]*"|[^";])+/g : /(?:"[^"]*"|[^",])+/g) ?? []

/** vCard 2.1 writes types and encodings without their names: TEL;CELL;QUOTED-PRINTABLE. */
function readParameters(parameters: readonly string[]) {
  const kept: string[] = []
  let [encoding, charset] = ['', 'utf-8']
  for (const parameter of parameters) {
    const [name = '', ...rest] = parameter.split('=')
    const said = rest.join('=')
    if (rest.length === 0) {
      if (encodings.test(name)) encoding = name
      else if (name.trim()) kept.push(`TYPE=${name}`)
    } else if (/^encoding$/i.test(name)) encoding = said
    else if (/^charset$/i.test(name)) charset = said
    else if (/^(type|pref|value)$/i.test(name) && said) kept.push(parameter)
  }
  return { kept, encoding, charset }
}

function fromQuotedPrintable(text: string, charset: string): string {
  const bytes: number[] = []
  const written = new TextEncoder().encode(text)
  for (let at = 0; at < written.length; at++) {
    const hex = String.fromCharCode(written[at + 1] ?? 0, written[at + 2] ?? 0)
    const escaped = written[at] === 61 && /^[\da-f]{2}$/i.test(hex)
    bytes.push(escaped ? Number.parseInt(hex, 16) : written[at]!)
    if (escaped) at += 2
  }
  return decoded(Uint8Array.from(bytes), charset).replace(/\r\n?|\n/g, '\\n')
}

/** Programs say one encoding and write another: what is no UTF-8 is read as Windows-1252. */
function decoded(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(charset.replaceAll('"', ''), { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
