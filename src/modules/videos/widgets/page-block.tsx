import { NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormProps } from '#kernel/modules.ts'
import { api } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { VideoCard } from '../contract.ts'
import { MOST_IN_BLOCK } from '../rules/options.ts'
import { LibraryChoice } from './library-choice.tsx'

/** Which video a block shows: one that visitors may watch. */
export function VideoBlockForm({ value, onChange }: FormProps) {
  const chosen = typeof value.videoId === 'string' ? value.videoId : null
  return <VideoSelect value={chosen} onChange={video => onChange({ videoId: video?.id ?? null })} />
}

type Chosen = Pick<VideoCard, 'id' | 'title' | 'publicId' | 'thumbnail'>

interface SelectProps {
  value: string | null
  onChange: (video: Chosen | null) => void
}

/** Which video an email shows: with its poster, which leads to its page. */
export function EmailVideoForm({ value, onChange }: FormProps) {
  const { account } = useMe()
  const choose = (video: Chosen | null) =>
    onChange({
      videoId: video?.id ?? null,
      title: video?.title ?? '',
      // Its address by its public id: it stays the same when the title or the visibility changes.
      href: video ? `${location.origin}/watch/${account.slug}/${video.publicId}` : '',
      // Without the right of the member who chooses it: readers are visitors.
      poster: video?.thumbnail ? `${location.origin}${video.thumbnail.split('?')[0]}` : '',
    })
  return <VideoSelect value={typeof value.videoId === 'string' ? value.videoId : null} onChange={choose} />
}

/** Public and unlisted videos, found by words. */
export function VideoSelect({ value, onChange }: SelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const input = { visibility: ['public', 'unlisted'] as const, state: ['ready'] as const, limit: 20 }
  const { data } = useQuery(
    api.videos.list.queryOptions({
      input: { ...input, visibility: [...input.visibility], state: [...input.state], ...(search && { search }) },
    }),
  )
  const { data: current } = useQuery(
    api.videos.get.queryOptions({ input: { id: value ?? '' }, enabled: value !== null, retry: false }),
  )
  const listed = data?.items ?? []
  const all = current && !listed.some(one => one.id === current.id) ? [current, ...listed] : listed
  return (
    <Select
      label="Video"
      description="Private videos can’t be shown to visitors."
      placeholder="Choose a video"
      searchable
      nothingFoundMessage="No public or unlisted video matches"
      filter={({ options }) => options}
      data={all.map(({ id, title }) => ({ value: id, label: title }))}
      value={value}
      onSearchChange={text => setTyped(text === current?.title ? '' : text)}
      onChange={id => onChange(all.find(one => one.id === id) ?? null)}
    />
  )
}

/** Which videos a list shows. */
export function VideosBlockForm({ value, onChange }: FormProps) {
  const count = typeof value.count === 'number' ? value.count : 3
  return (
    <Stack gap="sm">
      <TextInput
        label="Title"
        maxLength={120}
        value={typeof value.title === 'string' ? value.title : ''}
        onChange={event => onChange({ ...value, title: event.currentTarget.value })}
      />
      <LibraryChoice value={value} onChange={onChange} />
      <NumberInput
        label="At most"
        min={1}
        max={MOST_IN_BLOCK}
        clampBehavior="strict"
        value={count}
        onChange={next => typeof next === 'number' && onChange({ ...value, count: next })}
      />
    </Stack>
  )
}
