import { Anchor, Button, SimpleGrid, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import classes from './church-chat.module.css'
import { ChurchChatForm } from './church-chat-form.tsx'
import { ChurchChatShare } from './church-chat-share.tsx'
import { QuarantinedChats } from './quarantined-chats.tsx'

export const meta = () => titled('Chat on your site')

export type ChatData = Awaited<ReturnType<typeof client.churchChat.read>>

/** The chat that a church puts on its own pages: how it looks, where it may stand, and what was held back. */
export default function ChurchChat() {
  const settings = useQuery(api.churchChat.read.queryOptions({ input: {}, meta: { live: ['conversations'] } }))
  const [mayChange, mayWrite] = [useMay('settings.write'), useMay('conversations.write')]
  const { data, error } = settings
  return (
    <>
      <PageHeader
        title="Chat on your site"
        purpose="Visitors write from your website, and you answer in Conversations."
        action={
          <Button
            component={Link}
            to="/conversations"
            variant="default"
            leftSection={<IconArrowLeft size={16} stroke={1.75} />}
          >
            Conversations
          </Button>
        }
      />
      {data ? (
        <SimpleGrid cols={{ base: 1, lg: 2 }} className={classes.columns}>
          <Stack>
            {mayWrite && data.held > 0 ? <QuarantinedChats /> : null}
            {/* Someone else's change begins the form anew only where nothing was typed here. */}
            <ChurchChatForm settings={data} mayChange={mayChange} />
          </Stack>
          <Stack>
            <ChurchChatShare settings={data} />
            <Preview settings={data} />
          </Stack>
        </SimpleGrid>
      ) : error ? (
        <ErrorPanel error={error} what="the chat’s settings" onRetry={() => void settings.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  )
}

/** As visitors see it, with what is saved; nothing can be sent from here. */
const Preview = ({ settings: { slug, version } }: { settings: ChatData }) => (
  <Panel
    title="Preview"
    actions={
      <Anchor href={`/chat/${slug}?preview=1`} target="_blank" size="sm">
        Open larger
      </Anchor>
    }
  >
    <iframe
      key={version}
      src={`/chat/${slug}?preview=1`}
      title="Preview of the chat"
      className={classes.preview}
      loading="lazy"
    />
  </Panel>
)
