import { useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { designOf, plainDesign, type QrDesign } from '#links/drawing/rules/design.ts'
import { payloadOf, type QrContent, type QrType } from '#links/drawing/rules/payload.ts'
import type { Mode } from '../rules/states.ts'
import { useDrawing } from './use-drawing.ts'

const fields = {
  firstName: '',
  lastName: '',
  organization: '',
  title: '',
  phone: '',
  email: '',
  website: '',
  street: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  url: '',
  text: '',
  ssid: '',
  password: '',
  security: 'WPA',
  hidden: false,
  phoneNumber: '',
  message: '',
  subject: '',
  body: '',
  latitude: '' as number | string,
  longitude: '' as number | string,
  locationName: '',
}
export type Fields = typeof fields

const partsOf: Record<QrType, readonly (keyof Fields)[]> = {
  vcard: [
    'firstName',
    'lastName',
    'organization',
    'title',
    'phone',
    'email',
    'website',
    'street',
    'city',
    'region',
    'postalCode',
    'country',
  ],
  url: ['url'],
  text: ['text'],
  wifi: ['ssid', 'password', 'security', 'hidden'],
  sms: ['phoneNumber', 'message'],
  email: ['email', 'subject', 'body'],
  phone: ['phoneNumber'],
  location: ['latitude', 'longitude', 'locationName'],
}

const values = {
  name: '',
  folder: '',
  type: 'url' as QrType,
  mode: 'tracked' as Mode,
  /** A tracked vCard leads to the page of a business card. */
  cardMode: 'static' as Mode,
  cardPage: '',
  content: fields,
  design: plainDesign as QrDesign,
}
export type Values = typeof values

/** What the form says, as the server takes it. */
export const inputOf = (said: Values) => (isCardPage(said) ? pageInputOf(said) : contentInputOf(said))

const isCardPage = ({ type, cardMode }: Values) => type === 'vcard' && cardMode === 'tracked'

const pageInputOf = ({ name, folder, cardPage, design }: Values) => ({
  name,
  folder,
  mode: 'tracked' as const,
  design: designOf(design),
  content: { type: 'url', url: cardPage } as QrContent,
})

const contentInputOf = ({ name, folder, type, mode, content, design }: Values) => ({
  name,
  folder,
  mode: type === 'url' ? mode : ('static' as const),
  content: { type, ...Object.fromEntries(partsOf[type].map(part => [part, content[part]])) } as QrContent,
  design: designOf(design),
})

const isFilled = (said: Values) => (isCardPage(said) ? said.cardPage !== '' : isContentFilled(said))

const isContentFilled = ({ type, content }: Values) =>
  type === 'vcard'
    ? Boolean(content.firstName || content.lastName || content.organization)
    : partsOf[type].slice(0, type === 'location' ? 2 : 1).every(part => content[part] !== '')

/** Of a short link that there isn't yet: as dense as the real one. */
const sampleLink = () => `${window.location.origin}/l/xxxxxxxx`

export function useGenerator() {
  const form = useForm<Values>({ initialValues: structuredClone(values) })
  const [shown] = useDebouncedValue(form.values, 150)
  const input = inputOf(shown)
  const text = !isFilled(shown) ? '' : input.mode === 'tracked' ? sampleLink() : payloadOf(input.content)
  return { form, drawing: useDrawing(text, input.design), isFilled: isFilled(form.values) }
}
export type GeneratorForm = ReturnType<typeof useGenerator>['form']
