import { Alert, Button, Group, Menu, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconDownload, IconFolderPlus, IconMovie, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { MoreActions } from '#ui/page-header.tsx'
import { saveFile } from '#ui/save-file.ts'
import { SearchBox } from '#ui/search-box.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import type { ListState } from '#ui/use-list-state.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { VideoFilter } from '../contract.ts'
import { sortNames, sorts, stateNames, states, visibilities, visibilityNames } from '../rules/options.ts'
import { LibraryForm, LibraryMenu } from './library-form.tsx'
import { PlayerModal } from './player-modal.tsx'
import { ShareDialog } from './share-dialog.tsx'
import { VideoCard } from './video-card.tsx'
import classes from './videos.module.css'

const filters = ['library', 'state', 'visibility', 'deleted'] as const

/** Every video of the church as cards: found, played, shared. */
export function Library() {
  const list = useList(api.videos.list, {
    sort: 'newest',
    filters,
    live: ['videos'],
    limit: 24,
    input: ({ filters: { deleted, ...chosen } }) =>
      ({ ...chosen, ...(deleted && { deleted: true }) }) as Partial<VideoFilter>,
  })
  const played = useDetail('play')
  const shared = useDetail('share')
  const { source, state } = list
  const isTrash = Boolean(state.filters.deleted)
  return (
    <Stack>
      <Filters state={state} asked={list.asked} />
      {isTrash ? (
        <Alert variant="light" color="gray" title="Trash">
          Deleted videos can be restored for 30 days. Nobody outside your team can watch them.
        </Alert>
      ) : null}
      {source.error ? (
        <ErrorPanel error={source.error} what="the videos" onRetry={source.retry} />
      ) : source.pending ? (
        <SkeletonRows rows={3} height={180} />
      ) : source.rows.length === 0 ? (
        <Nothing state={state} />
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="md" component="ul" className={classes.cards}>
          {source.rows.map(video => (
            <VideoCard
              key={video.id}
              video={video}
              onPlay={() => played.open(video.id)}
              onShare={() => shared.open(video.id)}
            />
          ))}
        </SimpleGrid>
      )}
      {source.hasMore ? (
        <Button variant="default" onClick={source.loadMore} loading={source.loadingMore} mx="auto">
          Show more
        </Button>
      ) : null}
      <PlayerModal id={played.id} onClose={played.close} />
      <ShareDialog id={shared.id} onClose={shared.close} />
    </Stack>
  )
}

interface FiltersProps {
  state: ListState<string>
  asked: Parameters<typeof client.videos.export>[0]
}
function Filters({ state, asked }: FiltersProps) {
  const libraries = useQuery(api.videoLibraries.list.queryOptions({ input: {}, meta: { live: ['videos'] } }))
  const mayWrite = useMay('content.write')
  const [isAdding, setAdding] = useState(false)
  const items = libraries.data?.items ?? []
  const all = items.reduce((sum, one) => sum + one.videoCount, 0)
  const chosen = items.find(one => one.id === state.filters.library)
  return (
    <Group gap="xs" align="flex-end">
      <NativeSelect
        aria-label="Library"
        value={state.filters.library ?? ''}
        onChange={event => state.setFilter('library', event.currentTarget.value || null)}
        data={[
          { value: '', label: `All libraries (${all})` },
          ...items.map(({ id, name, videoCount }) => ({ value: id, label: `${name} (${videoCount})` })),
        ]}
      />
      {chosen && mayWrite ? <LibraryMenu library={chosen} others={items.filter(one => one !== chosen)} /> : null}
      {mayWrite ? (
        <Button
          variant="default"
          leftSection={<IconFolderPlus size={16} stroke={1.75} />}
          onClick={() => setAdding(true)}
        >
          New Library
        </Button>
      ) : null}
      <SearchBox value={state.q} onChange={state.setQ} placeholder="Search videos..." />
      <Narrowing state={state} />
      <More state={state} asked={asked} />
      <LibraryForm opened={isAdding} onClose={() => setAdding(false)} onSaved={id => state.setFilter('library', id)} />
    </Group>
  )
}

const named = (names: Record<string, string>, values: readonly string[]) =>
  values.map(value => ({ value, label: names[value]! }))

const Narrowing = ({ state }: { state: ListState<string> }) => (
  <>
    <FilterSelect
      state={state}
      name="visibility"
      label="Visibility"
      any="Any visibility"
      options={named(visibilityNames, visibilities)}
    />
    <FilterSelect state={state} name="state" label="State" any="Any state" options={named(stateNames, states)} />
    <NativeSelect
      aria-label="Sort"
      value={state.sort}
      onChange={event => state.setSort(event.currentTarget.value)}
      data={named(sortNames, sorts)}
    />
  </>
)

function More({ state, asked }: FiltersProps) {
  const act = useAct()
  const download = () =>
    act(async () => saveFile('videos.csv', (await client.videos.export(asked)).csv), undefined, 'The file was not made')
  return (
    <MoreActions>
      <Menu.Item
        leftSection={<IconTrash size={16} stroke={1.75} />}
        onClick={() => state.setFilter('deleted', state.filters.deleted ? null : '1')}
      >
        {state.filters.deleted ? 'Leave the trash' : 'Trash'}
      </Menu.Item>
      <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => void download()}>
        Export CSV
      </Menu.Item>
    </MoreActions>
  )
}

function Nothing({ state }: { state: ListState<string> }) {
  const change = useSearchChange()
  const mayWrite = useMay('content.write')
  if (state.filters.deleted)
    return <EmptyState icon={<IconTrash size={28} stroke={1.5} />} title="The trash is empty" />
  if (state.narrowed)
    return (
      <EmptyState
        title="No videos match"
        text={<Text span>Try other words, or look in all libraries.</Text>}
        action={
          <Button variant="default" onClick={state.clear}>
            Clear search and filters
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={<IconMovie size={28} stroke={1.5} />}
      title="No videos yet"
      text="What you upload is kept here. You decide for each video who can watch it."
      action={mayWrite ? <Button onClick={() => change({ tab: 'upload' })}>Upload your first video</Button> : null}
    />
  )
}
