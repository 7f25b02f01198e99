import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { CopiedText } from '#ui/copied-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { chatAddress, chatTag } from '../church-chat/rules.ts'
import classes from './church-chat.module.css'
import type { ChatData } from './church-chat.tsx'

/** How visitors come to it: from the church's own site, by a link, or by a code on paper. */
export function ChurchChatShare({ settings: { slug, enabled, domains } }: { settings: ChatData }) {
  const where = { origin: location.origin, slug }
  const address = chatAddress(where)
  return (
    <Panel title="Add the chat to your website">
      <Stack gap="xs">
        {enabled ? null : <Alert color="yellow">These work once the chat is on.</Alert>}
        <Text size="sm">Paste this line just before the end of each page:</Text>
        <CopiedText text={chatTag(where)} what="code" />
        {domains.length === 0 ? (
          <Alert color="yellow">Add your website under “Your websites” first. Other sites can’t show the chat.</Alert>
        ) : null}
        <Text size="sm">No website? Share this page instead:</Text>
        <CopiedText text={address} what="link" />
        <Group wrap="nowrap">
          <img
            src={`/chat/${slug}/qr.svg`}
            alt={`QR code of ${address}`}
            width={112}
            height={112}
            className={classes.code}
          />
          <Stack gap="xs" align="start">
            <Button
              component="a"
              href={`/chat/${slug}/qr.svg`}
              download={`chat-${slug}.svg`}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} />}
            >
              Save for print
            </Button>
            {enabled ? (
              <Anchor href={address} target="_blank" size="sm">
                Open the chat <IconExternalLink size={14} stroke={1.75} aria-hidden />
              </Anchor>
            ) : null}
          </Stack>
        </Group>
      </Stack>
    </Panel>
  )
}
