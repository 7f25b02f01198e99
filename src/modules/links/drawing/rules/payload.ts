/** What a QR code says, by its type. Telephone numbers are E.164; all is UTF-8. */
export const qrTypes = ['vcard', 'url', 'text', 'wifi', 'sms', 'email', 'phone', 'location'] as const
export type QrType = (typeof qrTypes)[number]
export const securities = ['WPA', 'WEP', 'nopass'] as const

export interface QrContents {
  vcard: {
    firstName: string
    lastName: string
    organization: string
    title: string
    phone: string
    email: string
    website: string
    street: string
    city: string
    region: string
    postalCode: string
    country: string
    /** Of codes from before the parts were apart: the whole address in one line. */
    address: string
  }
  url: { url: string }
  text: { text: string }
  wifi: { ssid: string; password: string; security: (typeof securities)[number]; hidden: boolean }
  sms: { phoneNumber: string; message: string }
  email: { email: string; subject: string; body: string }
  phone: { phoneNumber: string }
  location: { latitude: number; longitude: number; locationName: string }
}
export type QrContent = { [T in QrType]: { type: T } & QrContents[T] }[QrType]

const writers: { [T in QrType]: (content: QrContents[T]) => string } = {
  vcard: vcardOf,
  url: ({ url }) => withScheme(url),
  text: ({ text }) => text,
  wifi: wifiOf,
  sms: ({ phoneNumber, message }) => `SMSTO:${phoneNumber}:${message}`,
  email: emailOf,
  phone: ({ phoneNumber }) => `tel:${phoneNumber}`,
  location: locationOf,
}

/** The text that a code of that type holds. */
export const payloadOf = <T extends QrType>(content: { type: T } & QrContents[T]): string =>
  writers[content.type](content)

/** An address as people type it, with its scheme. */
export const withScheme = (url: string) =>
  /^[a-z][a-z\d+.-]*:/i.test(url.trim()) && !/^[^/]+:\d/.test(url.trim()) ? url.trim() : `https://${url.trim()}`

/** RFC 2426, section 4. */
const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/** vCard 3.0, unfolded and without a picture: a code has no room for either. */
function vcardOf(card: QrContents['vcard']): string {
  const { firstName, lastName, organization, title, phone, email, website } = card
  const name = [firstName, lastName].filter(Boolean).join(' ') || organization
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(lastName)};${escaped(firstName)};;;`,
    `FN:${escaped(name)}`,
    organization && `ORG:${escaped(organization)}`,
    title && `TITLE:${escaped(title)}`,
    phone && `TEL;TYPE=WORK,VOICE:${phone}`,
    email && `EMAIL;TYPE=INTERNET:${escaped(email)}`,
    website && `URL:${withScheme(website)}`,
    ...addressLines(card),
    'END:VCARD',
  ]
  return lines
    .filter(Boolean)
    .map(line => `${line}\r\n`)
    .join('')
}

/** Nobody knows for certain where the city begins in one line: it stays whole, and LABEL shows it as it was written. */
function addressLines({ street, city, region, postalCode, country, address }: QrContents['vcard']): string[] {
  const parts = [street, city, region, postalCode, country].map(part => part ?? '')
  if (parts.some(Boolean)) return [`ADR;TYPE=WORK:;;${parts.map(escaped).join(';')}`]
  return address ? [`ADR;TYPE=WORK:;;${escaped(address)};;;;`, `LABEL;TYPE=WORK:${escaped(address)}`] : []
}

const wifiEscaped = (text: string) => text.replace(/[\\;,:"]/g, '\\$&')

/** Readers take hexadecimal digits for the bytes themselves, unless they are in quotation marks. */
const asText = (text: string) => (/^[\dA-F]+$/i.test(text) ? `"${text}"` : wifiEscaped(text))

/** Digits of these lengths are the key itself, not a text: 256 bits of WPA, 40 or 104 bits of WEP. */
const keyLengths: Record<string, readonly number[]> = { WPA: [64], WEP: [10, 26] }
const isKey = (security: string, password: string) =>
  /^[\dA-F]+$/i.test(password) && (keyLengths[security] ?? []).includes(password.length)

function wifiOf({ ssid, password, security, hidden }: QrContents['wifi']): string {
  const secret = security === 'nopass' ? '' : `P:${isKey(security, password) ? password : asText(password)};`
  return `WIFI:T:${security};S:${asText(ssid)};${secret}${hidden ? 'H:true;' : ''};`
}

const percent = (text: string) => encodeURIComponent(text.replace(/\r\n|\r|\n/g, '\r\n'))

function emailOf({ email, subject, body }: QrContents['email']): string {
  const query = [subject && `subject=${percent(subject)}`, body && `body=${percent(body)}`].filter(Boolean).join('&')
  return `mailto:${email}${query && `?${query}`}`
}

/** `geo:` for all; Android shows the name where there is one. */
function locationOf({ latitude, longitude, locationName }: QrContents['location']): string {
  const at = [latitude, longitude].map(number => Number(number.toFixed(6))).join(',')
  return locationName ? `geo:${at}?q=${at}(${percent(locationName)})` : `geo:${at}`
}
