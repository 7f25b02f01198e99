import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormProps } from '#kernel/modules.ts'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

/** Which calendar type the button of an email leads to. */
export function EmailBookingForm({ value, onChange }: FormProps) {
  const mayRead = useMay('calendar.read')
  const { data } = useQuery(
    api.calendarTypes.list.queryOptions({ input: { isActive: true, limit: 200 }, enabled: mayRead }),
  )
  const types = (data?.items ?? []).filter(({ visibility }) => visibility !== 'members')
  const slug = String(value.slug ?? '')
  const known = slug === '' || types.some(type => type.slug === slug)
  return (
    <NativeSelect
      label="Leads to"
      description="The booking page of your church, or of one calendar type."
      value={slug}
      data={[
        { value: '', label: 'Everything that can be booked' },
        ...types.map(type => ({ value: type.slug, label: type.name })),
        ...(known ? [] : [{ value: slug, label: slug }]),
      ]}
      onChange={event => onChange({ slug: event.currentTarget.value })}
    />
  )
}
