import { Menu, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconMessageCircle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { useListState } from '#ui/use-list-state.ts'
import { client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { ConversationList } from './conversation-list.tsx'
import classes from './conversations.module.css'
import { NewMessage } from './new-message.tsx'
import { Thread } from './thread.tsx'
import { listFilters, newest, useConversations } from './use-conversations.ts'

export const meta = () => titled('Conversations')

/** What people write and what is answered, one thread for each of them. */
export default function Conversations() {
  const state = useListState<string>({ sort: newest, filters: listFilters })
  const [chosen, choose, begin] = useChosen()
  const mayWrite = useMay('conversations.write')
  const source = useConversations(state)
  const wide = useMediaQuery('(min-width: 48em)')
  // The first stands open where there is room for both; it counts as read once someone has looked at it.
  const shown = chosen ?? (wide ? source.rows[0]?.id : undefined)
  // On a phone an open thread has the screen for itself.
  const alone = Boolean(chosen) && wide === false
  return (
    <>
      {alone ? (
        <VisuallyHidden component="h1">Conversations</VisuallyHidden>
      ) : (
        <Head onBegin={mayWrite ? begin : undefined} />
      )}
      <div className={classes.panes} data-open={shown || undefined}>
        <ConversationList state={state} source={source} current={shown} onChoose={choose} />
        <section className={classes.right} aria-label="Thread">
          {shown ? (
            <Thread key={shown} id={shown} onBack={() => choose(null)} onMoved={choose} />
          ) : source.pending ? null : (
            <EmptyState title="No conversation selected" text="Choose a conversation to start messaging" />
          )}
        </section>
      </div>
    </>
  )
}

const Head = ({ onBegin }: { onBegin?: (personId: string) => void }) => (
  <PageHeader
    title="Conversations"
    purpose="Answer texts, emails and chats, with one conversation for each person."
    action={onBegin ? <NewMessage onPick={onBegin} /> : undefined}
    menu={
      <Menu.Item component={Link} to="/conversations/chat" leftSection={<IconMessageCircle size={16} stroke={1.75} />}>
        Chat on your site
      </Menu.Item>
    }
  />
)

/** The open thread, kept in the address; `?person=` opens someone's, and begins it where there is none. */
function useChosen() {
  const [params, setParams] = useSearchParams()
  const person = params.get('person')
  const choose = (id: string | null) =>
    setParams(
      current => {
        const next = new URLSearchParams(current)
        next.delete('person')
        id ? next.set('c', id) : next.delete('c')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  useEffect(() => {
    if (!person) return
    client.conversations.start({ personId: person }).then(
      ({ id }) => choose(id),
      () => choose(null),
    )
  }, [person])
  const begin = (personId: string) => setParams({ person: personId })
  return [params.get('c'), choose, begin] as const
}
