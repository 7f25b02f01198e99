import { Alert, Anchor, Button, Group, Menu, Progress, Stack, Tabs, Text } from '@mantine/core'
import { IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import type { Video as VideoShape } from '../contract.ts'
import { stateNames } from '../rules/options.ts'
import { Player } from '../widgets/player.tsx'
import { Captions } from './captions.tsx'
import { Details } from './details.tsx'
import { Figures } from './figures.tsx'
import { Sharing } from './share-dialog.tsx'
import { Viewers } from './viewers.tsx'

export const meta = () => titled('Video')

export type Video = Awaited<ReturnType<typeof client.videos.get>>
const keys = [api.videos.key(), api.videoLibraries.key()]

/** One video: watched, described, captioned, shared, and how it was watched. */
export default function VideoScreen() {
  const { id = '' } = useParams()
  // While it is deleted, nothing asks for it any more.
  const [isGoing, setGoing] = useState(false)
  const query = useQuery(api.videos.get.queryOptions({ input: { id }, enabled: !isGoing, meta: { live: ['videos'] } }))
  const { data, error, refetch } = query
  if ((error as { code?: string } | null)?.code === 'NOT_FOUND')
    return (
      <EmptyState
        title="Video not found"
        text="It may have been deleted, or the link is incomplete."
        action={
          <Button component={Link} to="/videos" variant="default">
            Back to the library
          </Button>
        }
      />
    )
  if (error) return <ErrorPanel error={error} what="this video" onRetry={() => void refetch()} />
  if (!data || isGoing) return <SkeletonRows rows={4} height={120} />
  return (
    <Stack>
      <PageHeader
        title={data.title}
        purpose={
          <Group gap="xs" component="span">
            <Anchor component={Link} to="/videos">
              Video Management
            </Anchor>
            {data.state === 'ready' ? null : (
              <StatusBadge of="video" value={data.state} label={stateNames[data.state]} />
            )}
          </Group>
        }
        menu={<More video={data} onGoing={setGoing} />}
      />
      <Film video={data} />
      <Duplicates video={data} />
      <Parts video={data} />
    </Stack>
  )
}

function Film({ video: { id, state, problem, stage, progress } }: { video: Video }) {
  const { data } = useQuery(
    api.videos.playback.queryOptions({ input: { id }, enabled: state === 'ready', gcTime: 0, staleTime: Infinity }),
  )
  const act = useAct(...keys)
  const mayWrite = useMay('content.write')
  if (state === 'ready')
    return data ? (
      <Stack gap={0} maw={960}>
        <Player playback={data} refresh={() => client.videos.playback({ id })} source="library" id="film" />
      </Stack>
    ) : (
      <SkeletonRows rows={1} height={320} />
    )
  return (
    <Alert variant="light" color={state === 'failed' ? 'red' : 'yellow'} title={stateNames[state]} maw={960}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {stage === 'convert'
            ? 'This video is being converted, so that browsers play it. That takes about as long as the video itself.'
            : problem || 'This video is being read. It can be watched in a moment.'}
        </Text>
        {stage ? <Progress w="100%" value={progress} aria-label="Processing" /> : null}
        {mayWrite && stage ? (
          <Button
            size="xs"
            variant="default"
            onClick={() => void act(() => client.videos.cancelProcessing({ id }), 'Processing canceled')}
          >
            Cancel processing
          </Button>
        ) : null}
        {mayWrite && !stage ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={() => void act(() => client.videos.retry({ id }), 'Processing again')}
          >
            Process again
          </Button>
        ) : null}
      </Stack>
    </Alert>
  )
}

function Duplicates({ video: { duplicates } }: { video: Video }) {
  if (duplicates.length === 0) return null
  return (
    <Alert variant="light" color="gray" title="The same film was uploaded before" maw={960}>
      {duplicates.map(({ id, title }) => (
        <Text key={id} size="sm">
          <Anchor component={Link} to={`/videos/${id}`}>
            {title}
          </Anchor>
        </Text>
      ))}
    </Alert>
  )
}

const parts = { details: 'Details', captions: 'Captions', sharing: 'Sharing', figures: 'Figures' } as const

function Parts({ video }: { video: Video }) {
  const [params] = useSearchParams()
  const change = useSearchChange()
  const asked = params.get('tab') ?? 'details'
  const tab = Object.hasOwn(parts, asked) ? asked : 'details'
  return (
    <Tabs value={tab} onChange={value => change({ tab: value === 'details' ? null : value })} keepMounted={false}>
      <Tabs.List mb="md">
        {Object.entries(parts).map(([value, label]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="details">
        <Details key={video.id} video={video} />
      </Tabs.Panel>
      <Tabs.Panel value="captions">
        <Captions videoId={video.id} />
      </Tabs.Panel>
      <Tabs.Panel value="sharing">
        <Stack maw={720}>
          <Sharing video={video as unknown as VideoShape} />
          {video.visibility === 'private' ? <Viewers video={video} /> : null}
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="figures">
        <Figures videoId={video.id} />
      </Tabs.Panel>
    </Tabs>
  )
}

function More({ video: { id, title, file }, onGoing }: { video: Video; onGoing: (isGoing: boolean) => void }) {
  const act = useAct(...keys)
  const navigate = useNavigate()
  const mayWrite = useMay('content.write')
  const { data } = useQuery(api.videos.playback.queryOptions({ input: { id }, gcTime: 0 }))
  const remove = async () => {
    const { items } = await client.videos.uses({ id })
    const used = items.length > 0 ? `It is shown by ${items.map(one => one.label).join(', ')}. ` : ''
    const isSure = await confirm({
      title: `Delete ${title}?`,
      text: `${used}Nobody can watch it any more. You can restore it from the trash for 30 days.`,
      confirm: 'Delete video',
      danger: true,
    })
    if (!isSure) return
    onGoing(true)
    if (await act(() => client.videos.remove({ id }), 'Video moved to the trash', 'The video was not deleted'))
      await navigate('/videos')
    else onGoing(false)
  }
  return (
    <>
      {data?.source ? (
        <Menu.Item
          component="a"
          href={data.source.address}
          download={file.name}
          leftSection={<IconDownload size={16} stroke={1.75} />}
        >
          Download
        </Menu.Item>
      ) : null}
      {mayWrite ? (
        <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => void remove()}>
          Delete video
        </Menu.Item>
      ) : null}
    </>
  )
}
