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

type Chosen = Pick<VideoCard, 'id' | 'title' | 'publicId' | 'thumbnail'>

/** Which video a block shows: one that visitors may watch. */
export function VideoBlockForm({ value, onChange }: FormProps) {
  const chosen = typeof value.videoId === 'string' ? value.videoId : null
  const { data } = useQuery(
    api.videos.get.queryOptions({ input: { id: chosen ?? '' }, enabled: chosen !== null, retry: false }),
  )
  return (
    <VideoSelect
      by="id"
      value={chosen}
      title={data?.title}
      onChange={video => onChange({ videoId: video?.id ?? null })}
    />
  )
}

const PAGE = /\/watch\/[^/]+\/([\w-]{22})$/

/** Which video an email shows: with its poster, which leads to its page. */
export function EmailVideoForm({ value, onChange }: FormProps) {
  const { account } = useMe()
  const choose = (video: Chosen | null) =>
    onChange({
      title: video?.title ?? '',
      // Its address by its public id: it stays the same when the title or the visibility changes.
      href: video ? `${location.origin}/watch/${account.slug}/${video.publicId}` : '',
      // Without the right of the member who chooses it: readers are visitors.
      poster: video?.thumbnail ? `${location.origin}${video.thumbnail.split('?')[0]}` : '',
    })
  const chosen = PAGE.exec(String(value.href ?? ''))?.[1] ?? null
  return <VideoSelect by="publicId" value={chosen} title={String(value.title ?? '')} onChange={choose} />
}

interface SelectProps {
  /** What `value` names it by. */
  by: 'id' | 'publicId'
  value: string | null
  /** Of the one that is chosen, where it is known. */
  title: string | undefined
  onChange: (video: Chosen | null) => void
}

/** Public and unlisted videos, found by words. */
function VideoSelect({ by, value, title, onChange }: SelectProps) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const { data } = useQuery(
    api.videos.list.queryOptions({
      input: { visibility: ['public', 'unlisted'], state: ['ready'], limit: 20, ...(search && { search }) },
    }),
  )
  const listed = data?.items ?? []
  const options = listed.map(one => ({ value: one[by], label: one.title }))
  const isListed = value === null || options.some(one => one.value === value)
  return (
    <Select
      label="Video"
      description="Private videos can’t be shown to visitors."
      placeholder="Choose a video"
      searchable
      nothingFoundMessage="No public or unlisted video matches"
      filter={({ options }) => options}
      data={isListed ? options : [{ value, label: title || 'Video' }, ...options]}
      value={value}
      onSearchChange={text => setTyped(text === title ? '' : text)}
      onChange={chosen => onChange(listed.find(one => one[by] === chosen) ?? null)}
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
