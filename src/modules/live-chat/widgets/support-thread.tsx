import { Button, Drawer, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Files } from '#conversations/widgets/files.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { LONGEST } from '../chat/rules.ts'
import { visitorName } from './conversation-row.tsx'
import classes from './support-chat.module.css'

type Whole = Awaited<ReturnType<typeof client.supportInbox.get>>

const RHYTHM_MS = 4_000
const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

function useThread(id: string) {
  const queries = useQueryClient()
  const thread = useQuery(api.supportInbox.get.queryOptions({ input: { id }, refetchInterval: RHYTHM_MS }))
  const unread = thread.data?.unread ?? 0
  const listChanged = () => queries.invalidateQueries({ queryKey: api.supportInbox.list.key() })
  useEffect(() => {
    if (unread > 0)
      void client.supportInbox
        .seen({ id })
        .then(() => queries.invalidateQueries({ queryKey: api.supportInbox.key() }))
        .catch(() => {}) // it stays unread, and is tried again with the next message
  }, [id, unread, queries])
  const keep = (whole: Whole) => {
    queries.setQueryData(api.supportInbox.get.queryKey({ input: { id } }), whole)
    void listChanged()
  }
  return { thread, keep }
}

/** One visitor's conversation: what was said, an answer, and closing it. */
export function SupportThread({ id, onClose }: { id: string; onClose: () => void }) {
  const { thread, keep } = useThread(id)
  const { data } = thread
  const change = useMutation({
    mutationFn: (state: 'open' | 'closed') => client.supportInbox.setState({ id, state }),
    onSuccess: whole => {
      keep(whole)
      toast(whole.state === 'closed' ? 'Conversation closed' : 'Conversation reopened')
    },
    onError: toastError,
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      title={data ? visitorName(data) : 'Conversation'}
      classNames={{ body: classes.body }}
    >
      {data ? (
        <>
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed">
              {data.email ?? 'No email address: answers appear only in the chat'}
              {data.page ? `, wrote from ${data.page}` : ''}
            </Text>
            <Button
              variant="default"
              size="xs"
              loading={change.isPending}
              onClick={() => change.mutate(data.state === 'open' ? 'closed' : 'open')}
            >
              {data.state === 'open' ? 'Close conversation' : 'Reopen'}
            </Button>
          </Group>
          <Messages messages={data.messages} />
          <Answer key={id} id={id} byMail={data.email !== null} onSent={keep} />
        </>
      ) : thread.error ? (
        <ErrorPanel error={thread.error} what="the conversation" onRetry={() => void thread.refetch()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </Drawer>
  )
}

function Messages({ messages }: { messages: Whole['messages'] }) {
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  useEffect(() => {
    if (last) end.current?.scrollIntoView({ block: 'nearest' })
  }, [last])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard has to scroll it
    <div className={classes.log} role="log" aria-label="Messages" tabIndex={0}>
      {messages.map(({ id, author, name, text, files, createdAt }) => (
        <div key={id} className={classes.said} data-author={author}>
          <span className={classes.by}>
            {author === 'staff' ? name : author === 'bot' ? 'Automatic' : 'Visitor'}
            {', '}
            <RelativeTime at={createdAt} />
          </span>
          {text}
          <Files files={files} at="/storage/v1/desk-files" />
        </div>
      ))}
      <div ref={end} />
    </div>
  )
}

interface AnswerProps {
  id: string
  byMail: boolean
  onSent: (whole: Whole) => void
}

function Answer({ id, byMail, onSent }: AnswerProps) {
  const [text, setText] = useState('')
  // Tried again after a lost answer it is the same reply.
  const [key, setKey] = useState(newKey)
  const reply = useMutation({
    mutationFn: () => client.supportInbox.reply({ id, key, text }),
    onSuccess: whole => {
      onSent(whole)
      setText('')
      setKey(newKey())
    },
  })
  const send = () => {
    if (text.trim() && !reply.isPending) reply.mutate()
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        send()
      }}
    >
      <Stack gap="xs">
        <Textarea
          label="Your answer"
          description={byMail ? 'Shown in the visitor’s chat and sent by email.' : 'Shown in the visitor’s chat.'}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          maxLength={LONGEST}
          autosize
          minRows={3}
          maxRows={8}
          error={reply.error ? `${reply.error.message} Nothing you typed is lost.` : undefined}
        />
        <Button type="submit" loading={reply.isPending} disabled={!text.trim()} className={classes.send}>
          Send answer
        </Button>
      </Stack>
    </form>
  )
}
