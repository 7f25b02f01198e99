import { Button } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import type { ListSource } from '#ui/list-source.ts'
import { SearchBox } from '#ui/search-box.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import type { ListState } from '#ui/use-list-state.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Row } from './conversation-row.tsx'
import classes from './conversations.module.css'
import { Filters } from './filters.tsx'
import type { Conversation } from './use-conversations.ts'

interface ListProps {
  state: ListState<string>
  source: ListSource<Conversation>
  current: string | undefined
  onChoose: (id: string) => void
}

export function ConversationList({ state, source, current, onChoose }: ListProps) {
  const [chosen, setChosen] = useState<string[]>([])
  // What has left the list is not meant any more.
  const here = chosen.filter(id => source.rows.some(row => row.id === id))
  return (
    <nav className={classes.left} aria-label="Conversations">
      <div className={classes.tools}>
        <SearchBox value={state.q} onChange={state.setQ} placeholder="Name, number or text" />
        <Filters state={state} />
      </div>
      <BulkBar ids={here} onDone={() => setChosen([])} />
      {source.error && source.rows.length === 0 ? (
        <ErrorPanel error={source.error} what="the conversations" onRetry={source.retry} />
      ) : source.pending ? (
        <SkeletonRows rows={6} height={56} />
      ) : source.rows.length === 0 ? (
        <Nothing state={state} />
      ) : (
        <ul className={classes.list}>
          {source.rows.map(row => (
            <li key={row.id}>
              <Row
                row={row}
                current={row.id === current}
                words={state.q}
                chosen={chosen.includes(row.id)}
                onOpen={onChoose}
                onChoose={on => setChosen(on ? [...chosen, row.id] : chosen.filter(id => id !== row.id))}
              />
            </li>
          ))}
          {source.hasMore ? (
            <li>
              <Button fullWidth variant="subtle" loading={source.loadingMore} onClick={source.loadMore}>
                Load more
              </Button>
            </li>
          ) : null}
        </ul>
      )}
    </nav>
  )
}

const Nothing = ({ state }: { state: ListState<string> }) =>
  state.narrowed ? (
    <EmptyState
      title="No results"
      text="Try fewer words or remove a filter."
      action={
        <Button variant="default" onClick={state.clear}>
          Clear search and filters
        </Button>
      }
    />
  ) : (
    <EmptyState title="All caught up" text="Texts, emails and chats from people appear here." />
  )
