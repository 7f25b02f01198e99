import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { useMay } from '#web/me.tsx'

/** Numbers of the account that can place calls, the default one first; empty for members who don't see them. */
export function useVoiceNumbers() {
  const mayUse = useMay('telephony.use')
  const { data } = useQuery({
    ...api.phoneNumbers.list.queryOptions({ input: {}, meta: { live: ['telephony'] } }),
    enabled: mayUse,
  })
  const usable = data?.items.filter(one => one.active && one.capabilities.voice) ?? []
  return { mayUse, numbers: usable.sort((a, b) => Number(b.isDefault) - Number(a.isDefault)), isLoaded: !!data }
}
