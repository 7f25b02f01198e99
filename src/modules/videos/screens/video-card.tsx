import { Badge, Button, Group, Progress, Text, UnstyledButton } from '@mantine/core'
import { IconLock, IconMovie, IconPlayerPlayFilled, IconShare } from '@tabler/icons-react'
import { Link } from 'react-router'
import { confirm } from '#ui/confirm.tsx'
import { useFormat } from '#ui/format.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { durationText, stateNames, visibilityNames } from '../rules/options.ts'
import classes from './videos.module.css'

export type Card = Awaited<ReturnType<typeof client.videos.list>>['items'][number]

interface VideoCardProps {
  video: Card
  onPlay: () => void
  onShare: () => void
}

export function VideoCard({ video, onPlay, onShare }: VideoCardProps) {
  const { date, number } = useFormat()
  const { title, description, views, createdAt, state, visibility, problem } = video
  return (
    <li className={classes.card}>
      <Thumbnail video={video} onPlay={onPlay} />
      <div className={classes.words}>
        {video.deletedAt ? (
          <Text fw={600} lineClamp={2}>
            {title}
          </Text>
        ) : (
          <Text component={Link} to={`/videos/${video.id}`} fw={600} lineClamp={2} className={classes.title}>
            {title}
          </Text>
        )}
        {problem ? (
          <Text size="sm" c="dimmed" lineClamp={3}>
            {problem}
          </Text>
        ) : description ? (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {description}
          </Text>
        ) : null}
        <Group gap={6}>
          <Text size="sm" c="dimmed">
            {views === 1 ? '1 view' : `${number(views)} views`}, {date(createdAt)}
          </Text>
          {state === 'ready' ? null : <StatusBadge of="video" value={state} label={stateNames[state]} />}
          {visibility === 'public' ? null : (
            <Badge
              variant="light"
              color="gray"
              leftSection={visibility === 'private' ? <IconLock size={12} stroke={2} /> : undefined}
            >
              {visibilityNames[visibility]}
            </Badge>
          )}
        </Group>
        {video.stage ? <Progress value={video.progress} size="sm" aria-label={`Processing ${title}`} /> : null}
        <CardActions video={video} onShare={onShare} />
      </div>
    </li>
  )
}

function CardActions({ video, onShare }: Omit<VideoCardProps, 'onPlay'>) {
  const { id, title, deletedAt } = video
  return (
    <Group gap="xs" className={classes.cardActions}>
      {deletedAt ? (
        <TrashActions video={video} />
      ) : (
        <>
          <Button size="xs" variant="default" component={Link} to={`/videos/${id}`}>
            View
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconShare size={14} stroke={1.75} />}
            onClick={onShare}
            aria-label={`Share ${title}`}
          >
            Share
          </Button>
        </>
      )}
    </Group>
  )
}

function Thumbnail({ video, onPlay }: { video: Card; onPlay: () => void }) {
  const { thumbnail, durationMs, state, title, deletedAt } = video
  const picture = thumbnail ? (
    <img src={thumbnail} alt="" loading="lazy" />
  ) : (
    <IconMovie size={36} stroke={1.25} className={classes.noPicture} />
  )
  const length = durationMs === null ? null : <span className={classes.length}>{durationText(durationMs)}</span>
  const isPlayed = state === 'ready' && !deletedAt
  return (
    <div className={classes.thumbnail}>
      {isPlayed ? (
        <UnstyledButton className={classes.player} onClick={onPlay} aria-label={`Play ${title}`}>
          {picture}
          <span className={classes.play}>
            <IconPlayerPlayFilled size={28} />
          </span>
        </UnstyledButton>
      ) : (
        picture
      )}
      {length}
    </div>
  )
}

function TrashActions({ video: { id, title } }: { video: Card }) {
  const act = useAct(api.videos.key(), api.videoLibraries.key())
  const mayWrite = useMay('content.write')
  if (!mayWrite) return null
  const purge = async () => {
    const isSure = await confirm({
      title: `Delete ${title} for good?`,
      text: 'The film, its captions and its figures are gone. This can’t be undone.',
      confirm: 'Delete for good',
      danger: true,
    })
    if (isSure) await act(() => client.videos.purge({ id }), 'Video deleted')
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Restore ${title}`}
        onClick={() => void act(() => client.videos.restore({ id }), 'Video restored')}
      >
        Restore
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        aria-label={`Delete for good: ${title}`}
        onClick={() => void purge()}
      >
        Delete for good
      </Button>
    </>
  )
}
