import { Group, Select, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'
import { countries, timeZones } from '../rules.ts'

export interface ChurchValues {
  name: string
  timeZone: string
  country: string
  address: { street: string; street2: string; city: string; region: string; postalCode: string }
}

/** Name, time zone, country and postal address of the church, in any form that has them. */
export function ChurchFields<Values extends ChurchValues>({ form }: { form: UseFormReturnType<Values> }) {
  const zones = useMemo(timeZones, [])
  const lands = useMemo(() => countries().map(({ code, name }) => ({ value: code, label: name })), [])
  const field = (path: string) => form.getInputProps(path as never)
  return (
    <>
      <TextInput label="Name of your church or ministry" required maxLength={120} {...field('name')} />
      <Group grow align="start" preventGrowOverflow={false}>
        <Select
          label="Time zone"
          description="Used for appointments, reminders and quiet hours."
          searchable
          allowDeselect={false}
          data={zones}
          {...field('timeZone')}
        />
        <Select
          label="Country"
          description="Used for phone numbers without a country code."
          searchable
          allowDeselect={false}
          data={lands}
          {...field('country')}
        />
      </Group>
      <TextInput label="Street" autoComplete="street-address" maxLength={200} {...field('address.street')} />
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <TextInput label="City" maxLength={120} {...field('address.city')} />
        <TextInput label="State or region" maxLength={120} {...field('address.region')} />
        <TextInput label="Postal code" maxLength={20} {...field('address.postalCode')} />
      </SimpleGrid>
    </>
  )
}

export const noAddress = { street: '', street2: '', city: '', region: '', postalCode: '' }
