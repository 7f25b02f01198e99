import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, client } from '#web/api.ts'
import { Player } from '../widgets/player.tsx'

/** The film over the whole screen; the backdrop, the button and Escape close it, and focus returns to the card. */
export function PlayerModal({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data, error, refetch } = useQuery(
    api.videos.playback.queryOptions({ input: { id: id ?? '' }, enabled: id !== null, gcTime: 0 }),
  )
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      title={data?.title ?? 'Video'}
      size="min(92vw, 1400px)"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {error ? (
        <ErrorPanel error={error} what="this video" onRetry={() => void refetch()} />
      ) : data && id ? (
        <Player playback={data} refresh={() => client.videos.playback({ id })} source="library" autoplay />
      ) : (
        <SkeletonRows rows={1} height={320} />
      )}
    </Modal>
  )
}
