import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { toast } from '#ui/toast.tsx'
import { api } from '#web/api.ts'
import { queue } from './uploading/queue.ts'

/** What is being uploaded from this device. */
export function useQueue() {
  const queries = useQueryClient()
  const items = useSyncExternalStore(queue.subscribe, queue.items, queue.items)
  useEffect(() => {
    queue.whenDone(() => {
      toast('Video uploaded successfully!')
      for (const queryKey of [api.videos.key(), api.videoLibraries.key()]) void queries.invalidateQueries({ queryKey })
    })
  }, [queries])
  return { items, sending: items.find(one => one.state === 'sending') }
}
