import { z } from 'zod'
import { line, prose } from '#kernel/contract.ts'
import { securities, withScheme } from '#links/drawing/rules/payload.ts'
import { normaliseEmail, normalisePhone } from '#people/rules/contact.ts'

/** Addresses that a program runs instead of opening them. */
const runs = /^\s*(javascript|data|vbscript|file|blob):/i

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  // “hello” and “office@example.org” are valid URLs once they have a scheme, but no addresses that a phone opens.
  const isHost = /^localhost$|^\[|^[\d.]+$|\.[\p{L}\d-]{2,}\.?$/iu.test(hostname)
  return /^https?:$/.test(protocol) && isHost && username === ''
}

export const WebAddress = line(2_000)
  .pipe(z.string().min(1, 'Please enter an address'))
  .refine(text => !runs.test(text), 'An address must start with https:// or http://')
  .transform(withScheme)
  .pipe(z.string().refine(isWebAddress, 'Please enter a web address such as https://example.org'))

const OptionalAddress = z.union([z.literal(''), WebAddress])
const Phone = line(60).pipe(z.string().min(1, 'Please enter a phone number'))
const Email = line(254).refine(text => normaliseEmail(text) !== null, 'Please enter an email address')

type AddressParts = Record<'street' | 'city' | 'region' | 'postalCode' | 'country', string>
const partsOf = ({ street, city, region, postalCode, country }: AddressParts) => [
  street,
  city,
  region,
  postalCode,
  country,
]

const VCard = z
  .object({
    type: z.literal('vcard'),
    firstName: line(100).default(''),
    lastName: line(100).default(''),
    organization: line(150).default(''),
    title: line(100).default(''),
    phone: line(60).default(''),
    email: z.union([z.literal(''), Email]).default(''),
    website: OptionalAddress.default(''),
    street: line(200).default(''),
    city: line(100).default(''),
    region: line(100).default(''),
    postalCode: line(20).default(''),
    country: line(100).default(''),
    /** The whole address in one line, where its parts are not known. */
    address: line(200).default(''),
  })
  .refine(card => !card.address || !partsOf(card).some(Boolean), {
    path: ['address'],
    message: 'Enter the address in parts or in one line, not both',
  })
  .refine(card => card.firstName || card.lastName || card.organization, {
    path: ['firstName'],
    message: 'Please enter a name or an organization',
  })

const bytes = (text: string) => new TextEncoder().encode(text).length
const hex = /^[\dA-F]+$/i
function wrongPassword(security: string, password: string): string | undefined {
  const length = bytes(password)
  if (security === 'WPA' && !(length >= 8 && length <= 63) && !(length === 64 && hex.test(password)))
    return 'A WPA password has 8 to 63 characters'
  const isHex = hex.test(password) && [10, 26].includes(length)
  if (security === 'WEP' && ![5, 13].includes(length) && !isHex)
    return 'A WEP password has 5 or 13 characters, or 10 or 26 hexadecimal digits'
}
const Wifi = z
  .object({
    type: z.literal('wifi'),
    ssid: z
      .string()
      .min(1, 'Please enter the name of the network')
      .refine(text => bytes(text) <= 32, 'The name of a network has at most 32 bytes'),
    password: z.string().max(64).default(''),
    security: z.enum(securities).default('WPA'),
    hidden: z.boolean().default(false),
  })
  .superRefine(({ security, password }, context) => {
    const message = wrongPassword(security, password)
    if (message) context.addIssue({ code: 'custom', path: ['password'], message })
  })

export const Content = z.discriminatedUnion('type', [
  VCard,
  z.object({ type: z.literal('url'), url: WebAddress }),
  z.object({ type: z.literal('text'), text: prose(1_200).pipe(z.string().min(1, 'Please enter a text')) }),
  Wifi,
  z.object({ type: z.literal('sms'), phoneNumber: Phone, message: prose(160).default('') }),
  z.object({
    type: z.literal('email'),
    email: Email,
    subject: line(200).default(''),
    body: prose(800).default(''),
  }),
  z.object({ type: z.literal('phone'), phoneNumber: Phone }),
  z.object({
    type: z.literal('location'),
    latitude: z.number('Please enter a latitude').min(-90, 'From −90 to 90').max(90, 'From −90 to 90'),
    longitude: z.number('Please enter a longitude').min(-180, 'From −180 to 180').max(180, 'From −180 to 180'),
    locationName: line(100).default(''),
  }),
])
export type Content = z.infer<typeof Content>

/** With telephone numbers as E.164; the name of the field whose number is none. */
export function withPhones(content: Content, country: string): { content: Content } | { wrong: string } {
  const field = content.type === 'vcard' ? 'phone' : 'phoneNumber'
  const raw = (content as unknown as Record<string, string>)[field]
  if (!raw) return { content }
  const number = normalisePhone(raw, country)
  return number ? { content: { ...content, [field]: number } as Content } : { wrong: field }
}

const privateName = /^localhost$|\.(local|localhost|internal|lan)$|\.home\.arpa$/i
const privateAddress = /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|\[(::1\]|f[cd]|fe80))/i
const isPrivate = (host: string) => privateName.test(host) || (/^(\[|[\d.]+$)/.test(host) && privateAddress.test(host))

/** What is worth a look before it is printed, as sentences. */
export function warningsOf(content: Content): string[] {
  if (content.type === 'wifi' && content.security !== 'nopass')
    return ['Anyone who scans this code can read the password.']
  const url = content.type === 'url' ? content.url : content.type === 'vcard' ? content.website : ''
  if (!URL.canParse(url)) return []
  const { hostname, protocol } = new URL(url)
  return [
    isPrivate(hostname) && 'This address is in a private network. Phones elsewhere can’t open it.',
    /(^|\.)xn--/.test(hostname) && `Letters of other alphabets are in this address: it is really ${hostname}.`,
    protocol === 'http:' && 'This address starts with http:// and is not encrypted.',
  ].filter(text => text !== false)
}

/** What a name is made of when none is given. */
export function detailOf(content: Content): string {
  const of: { [T in Content['type']]: (one: any) => string } = {
    vcard: one => [one.firstName, one.lastName].filter(Boolean).join(' ') || one.organization,
    url: one => one.url,
    text: one => one.text.slice(0, 40),
    wifi: one => one.ssid,
    sms: one => one.phoneNumber,
    email: one => one.email,
    phone: one => one.phoneNumber,
    location: one => one.locationName || `${one.latitude}, ${one.longitude}`,
  }
  return of[content.type](content)
}
