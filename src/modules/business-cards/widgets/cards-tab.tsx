import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { IconId, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useSearchChange } from '#ui/use-search-change.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { nameOf } from '../rules/design.ts'
import { CardPicture } from './card-picture.tsx'
import classes from './cards.module.css'
import { Downloads } from './downloads.tsx'
import { NewCard } from './new-card.tsx'
import { TeamCards } from './team-cards.tsx'

export type Card = Awaited<ReturnType<typeof client.businessCards.list>>['items'][number]

function useCards(search: string, deleted: boolean) {
  return useInfiniteQuery(
    api.businessCards.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        limit: 12,
        ...(search && { search }),
        ...(deleted && { deleted }),
        ...(cursor && { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
      placeholderData: keepPreviousData,
      meta: { live: ['businessCards'] },
    }),
  )
}

/** Every business card of the church with what it does, and new ones. */
export function CardsTab() {
  const [search, setSearch] = useState('')
  const [trash, setTrash] = useState(false)
  const cards = useCards(search, trash)
  const items = cards.data?.pages.flatMap(page => page.items)
  return (
    <>
      <Group mb="md" gap="xs">
        <SearchBox value={search} onChange={setSearch} placeholder="Search by name" />
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          onClick={() => setTrash(!trash)}
        >
          {trash ? 'Back to cards' : 'Trash'}
        </Button>
        <NewCards />
      </Group>
      {cards.error && !items ? (
        <ErrorPanel error={cards.error} what="the business cards" onRetry={() => void cards.refetch()} />
      ) : null}
      {items || cards.error ? null : <SkeletonRows rows={6} />}
      {items ? <Grid items={items} trash={trash} isSearch={search !== ''} /> : null}
      {cards.hasNextPage ? (
        <Button variant="default" mt="md" loading={cards.isFetchingNextPage} onClick={() => void cards.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  )
}

function NewCards() {
  const [team, setTeam] = useState(false)
  const change = useSearchChange()
  if (!useMay('content.write')) return null
  return (
    <Group gap="xs" ml="auto">
      <Button variant="default" leftSection={<IconUsers size={16} stroke={1.75} />} onClick={() => setTeam(true)}>
        Cards for the team
      </Button>
      <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => change({ new: '1' })}>
        New card
      </Button>
      <TeamCards opened={team} onClose={() => setTeam(false)} />
      <NewCard />
    </Group>
  )
}

interface GridProps {
  items: readonly Card[]
  trash: boolean
  isSearch: boolean
}

function Grid({ items, trash, isSearch }: GridProps) {
  const change = useSearchChange()
  const mayWrite = useMay('content.write')
  if (items.length === 0 && (trash || isSearch))
    return <Text c="dimmed">{trash ? 'The trash is empty.' : 'No results'}</Text>
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconId size={28} stroke={1.5} />}
        title="No business cards yet"
        text="A card has a page where people save the contact and share theirs back. They come in as leads."
        action={mayWrite ? <Button onClick={() => change({ new: '1' })}>Create your first card</Button> : undefined}
      />
    )
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
      {items.map(card => (
        <OneCard key={card.id} card={card} trash={trash} />
      ))}
    </SimpleGrid>
  )
}

const counts = [
  { label: 'QR scans', key: 'qrScans' },
  { label: 'Saved', key: 'saves' },
  { label: 'Shared back', key: 'exchanges' },
  { label: 'Downloads', key: 'downloads' },
] as const

function OneCard({ card, trash }: { card: Card; trash: boolean }) {
  const { number } = useFormat()
  const mayWrite = useMay('content.write')
  const name = nameOf(card) || card.organization
  return (
    <article className={classes.card} aria-label={name}>
      <CardPicture svg={card.svg} name={name} />
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text fw={600} truncate>
          {name}
        </Text>
        {card.leftAt ? <StatusBadge of="businessCard" value="left" label="Left the team" /> : null}
      </Group>
      <Text size="sm" c="dimmed" truncate>
        {card.title || card.organization}
      </Text>
      <dl className={classes.counts}>
        {counts.map(({ label, key }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{number(card[key])}</dd>
          </div>
        ))}
      </dl>
      <Group gap="xs" mt="auto">
        {trash ? null : (
          <>
            {mayWrite ? (
              <Button
                component={Link}
                to={`/qr-codes/cards/${card.id}`}
                size="compact-sm"
                leftSection={<IconPencil size={16} stroke={1.75} />}
              >
                Edit
              </Button>
            ) : null}
            <Downloads card={card} size="compact-sm" />
          </>
        )}
        {trash && mayWrite ? <Restore id={card.id} name={name} /> : null}
      </Group>
    </article>
  )
}

function Restore({ id, name }: { id: string; name: string }) {
  const act = useAct(api.businessCards.key())
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void act(() => client.businessCards.restore({ id }), `${name} restored`)}
    >
      Restore
    </Button>
  )
}
