import {
  Alert,
  Checkbox,
  NativeSelect,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  SimpleGrid,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { CardSelect } from '#business-cards/widgets/card-select.tsx'
import type { QrType } from '#links/drawing/rules/payload.ts'
import type { GeneratorForm } from './use-generator.ts'

interface FieldsProps {
  form: GeneratorForm
}

const Pair = ({ children }: { children: ReactNode }) => <SimpleGrid cols={{ base: 1, xs: 2 }}>{children}</SimpleGrid>

function VCard({ form }: FieldsProps) {
  const isTracked = form.values.cardMode === 'tracked'
  return (
    <>
      <div>
        <SegmentedControl
          aria-label="Mode"
          data={[
            { value: 'static', label: 'Static' },
            { value: 'tracked', label: 'Tracked' },
          ]}
          {...form.getInputProps('cardMode')}
        />
        <Text size="sm" c="dimmed">
          {isTracked
            ? 'Scans are counted and lead to the page of a business card, where people save the contact.'
            : 'The code holds the contact itself: it works offline, is not counted and can’t be changed.'}
        </Text>
      </div>
      {isTracked ? (
        <CardSelect label="Business card" required {...form.getInputProps('cardPage')} />
      ) : (
        <Contact form={form} />
      )}
    </>
  )
}

function Contact({ form }: FieldsProps) {
  const of = (name: string) => form.getInputProps(`content.${name}`)
  return (
    <>
      <Pair>
        <TextInput label="First name" {...of('firstName')} />
        <TextInput label="Last name" {...of('lastName')} />
        <TextInput label="Organization" {...of('organization')} />
        <TextInput label="Title" {...of('title')} />
        <TextInput label="Phone" type="tel" {...of('phone')} />
        <TextInput label="Email" type="email" {...of('email')} />
      </Pair>
      <TextInput label="Website" placeholder="https://example.org" {...of('website')} />
      <TextInput label="Street" {...of('street')} />
      <Pair>
        <TextInput label="City" {...of('city')} />
        <TextInput label="State or region" {...of('region')} />
        <TextInput label="Postal code" {...of('postalCode')} />
        <TextInput label="Country" {...of('country')} />
      </Pair>
    </>
  )
}

function Wifi({ form }: FieldsProps) {
  const { security } = form.values.content
  return (
    <>
      <TextInput label="Network name (SSID)" required {...form.getInputProps('content.ssid')} />
      <NativeSelect
        label="Security"
        data={[
          { value: 'WPA', label: 'WPA, WPA2 or WPA3' },
          { value: 'WEP', label: 'WEP' },
          { value: 'nopass', label: 'No password' },
        ]}
        {...form.getInputProps('content.security')}
      />
      {security === 'nopass' ? null : (
        <>
          <PasswordInput label="Password" required autoComplete="off" {...form.getInputProps('content.password')} />
          <Alert color="yellow">Anyone who scans this code can read the password. Use it for a guest network.</Alert>
        </>
      )}
      <Checkbox label="This network is hidden" {...form.getInputProps('content.hidden', { type: 'checkbox' })} />
    </>
  )
}

function Sms({ form }: FieldsProps) {
  return (
    <>
      <TextInput label="Phone number" type="tel" required {...form.getInputProps('content.phoneNumber')} />
      <Textarea
        label="Message"
        description={`${form.values.content.message.length} of 160 characters`}
        autosize
        minRows={2}
        {...form.getInputProps('content.message')}
      />
    </>
  )
}

function Email({ form }: FieldsProps) {
  return (
    <>
      <TextInput label="Email" type="email" required {...form.getInputProps('content.email')} />
      <TextInput label="Subject" {...form.getInputProps('content.subject')} />
      <Textarea label="Message" autosize minRows={3} {...form.getInputProps('content.body')} />
    </>
  )
}

function Location({ form }: FieldsProps) {
  return (
    <>
      <Pair>
        <NumberInput
          label="Latitude"
          description="From −90 to 90"
          required
          decimalScale={6}
          hideControls
          {...form.getInputProps('content.latitude')}
        />
        <NumberInput
          label="Longitude"
          description="From −180 to 180"
          required
          decimalScale={6}
          hideControls
          {...form.getInputProps('content.longitude')}
        />
      </Pair>
      <TextInput label="Name of the place" {...form.getInputProps('content.locationName')} />
    </>
  )
}

const fields: Record<QrType, (props: FieldsProps) => ReactNode> = {
  vcard: VCard,
  url: ({ form }) => (
    <TextInput label="Web address" placeholder="https://example.org" required {...form.getInputProps('content.url')} />
  ),
  text: ({ form }) => (
    <Textarea
      label="Text"
      description={`${form.values.content.text.length} of 1,200 characters`}
      required
      autosize
      minRows={3}
      {...form.getInputProps('content.text')}
    />
  ),
  wifi: Wifi,
  sms: Sms,
  email: Email,
  phone: ({ form }) => (
    <TextInput label="Phone number" type="tel" required {...form.getInputProps('content.phoneNumber')} />
  ),
  location: Location,
}

/** The fields of the chosen type. */
export function ContentFields({ form }: FieldsProps) {
  const Chosen = fields[form.values.type]
  return <Chosen form={form} />
}
