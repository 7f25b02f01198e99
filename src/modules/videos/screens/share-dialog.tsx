import { Button, Group, Modal, NumberInput, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { IconMail, IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopiedText } from '#ui/copied-text.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { Video } from '../contract.ts'
import { startSeconds, watchPath } from '../rules/options.ts'
import { ShareLinks } from './share-links.tsx'

/** Everything that leads others to a video; what there is depends on who may watch it. */
export function ShareDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const { data, error, refetch } = useQuery(
    api.videos.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }),
  )
  const video = data && data.id === id ? data : undefined
  return (
    <Modal opened={id !== null} onClose={onClose} title={video ? `Share ${video.title}` : 'Share'} size="lg">
      {error ? (
        <ErrorPanel error={error} what="this video" onRetry={() => void refetch()} />
      ) : video ? (
        <Sharing video={video as unknown as Video} />
      ) : (
        <SkeletonRows rows={3} height={48} />
      )}
    </Modal>
  )
}

export function Sharing({ video }: { video: Video }) {
  return video.visibility === 'private' ? <ShareLinks videoId={video.id} /> : <OpenSharing video={video} />
}

/** A public or unlisted video: its address is enough. */
function OpenSharing({ video }: { video: Video }) {
  const { account } = useMe()
  const [start, setStart] = useState('')
  const seconds = startSeconds(start)
  const page = `${location.origin}${watchPath(account.slug, video)}`
  const link = seconds ? `${page}?t=${seconds}` : page
  const frame = `${location.origin}/watch/${account.slug}/${video.publicId}/embed${seconds ? `?t=${seconds}` : ''}`
  const code = `<iframe src="${frame}" title="${escaped(video.title)}" width="640" height="360" style="border:0" allow="autoplay; fullscreen; picture-in-picture" allowfullscreen></iframe>`
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {video.visibility === 'public'
          ? 'Everyone can find this video on your watch page.'
          : 'Everyone who has this link can watch the video.'}
      </Text>
      <TextInput
        label="Start at"
        description="Minutes and seconds, such as 12:30. Empty: from the beginning."
        value={start}
        onChange={event => setStart(event.currentTarget.value)}
        error={seconds === undefined ? 'Enter a time such as 12:30' : undefined}
        w={220}
      />
      <Tabs defaultValue="link" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="link">Link</Tabs.Tab>
          <Tabs.Tab value="embed">Embed</Tabs.Tab>
          <Tabs.Tab value="qr">QR code</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="link">
          <LinkPart link={link} title={video.title} />
        </Tabs.Panel>
        <Tabs.Panel value="embed">
          <CopiedText text={code} what="embed code" />
        </Tabs.Panel>
        <Tabs.Panel value="qr">
          <QrPicture of={link} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Drawn by this server, and it leads to the watch page of this video. */
function QrPicture({ of }: { of: string }) {
  const [size, setSize] = useState<string | number>(320)
  const { pathname, search } = new URL(of)
  const address = `${pathname}/qr.svg${search}`
  return (
    <Stack gap="xs" align="flex-start">
      <img src={address} alt="QR code that leads to the video" width={Number(size) || 320} />
      <Group align="flex-end" gap="xs">
        <NumberInput label="Width" suffix=" px" min={96} max={640} value={size} onChange={setSize} w={120} />
        <Button variant="default" component="a" href={address} download="video-qr.svg">
          Download SVG
        </Button>
      </Group>
    </Stack>
  )
}

function LinkPart({ link, title }: { link: string; title: string }) {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(link)}`
  const text = `sms:?&body=${encodeURIComponent(`${title}: ${link}`)}`
  return (
    <Stack gap="xs">
      <CopiedText text={link} what="link" />
      <Group gap="xs">
        <Button variant="default" component="a" href={mail} leftSection={<IconMail size={16} stroke={1.75} />}>
          Email
        </Button>
        <Button variant="default" component="a" href={text} leftSection={<IconMessage size={16} stroke={1.75} />}>
          Text message
        </Button>
        <Button variant="default" component="a" href={link} target="_blank">
          Open the watch page
        </Button>
      </Group>
    </Stack>
  )
}
