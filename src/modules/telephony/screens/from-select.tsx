import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { phoneText } from '#people/rules/phone-text.ts'
import { api } from '#web/api.ts'

export const useNumbers = () =>
  useQuery(api.phoneNumbers.list.queryOptions({ input: {}, meta: { live: ['telephony'] } }))

interface FromProps {
  can: 'sms' | 'voice'
  value: string
  onChange: (number: string) => void
  error?: string
}

/** From which number of ours; shown where there is a choice. */
export function FromSelect({ can, value, onChange, error }: FromProps) {
  const { data } = useNumbers()
  const usable = data?.items.filter(one => one.active && one.capabilities[can]) ?? []
  if (usable.length < 2 && !error) return null
  return (
    <NativeSelect
      label="From"
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Default number' },
        ...usable.map(one => ({ value: one.number, label: `${one.friendlyName}, ${phoneText(one.number)}` })),
      ]}
    />
  )
}
