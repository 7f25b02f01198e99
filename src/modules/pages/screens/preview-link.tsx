import { Button, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CopiedText } from '#ui/copied-text.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { api } from '#web/api.ts'
import type { PanelProps } from './page.tsx'

/** The draft as visitors would see it, for anyone with the link. */
export function PreviewLink({ page, draft, opened, onClose }: PanelProps) {
  const { flush } = draft
  useEffect(() => {
    if (opened) void flush()
  }, [opened, flush])
  const link = useQuery(api.pages.preview.queryOptions({ input: { id: page.id }, enabled: opened, gcTime: 0 }))
  return (
    <Modal opened={opened} onClose={onClose} title="Preview">
      {link.error ? <ErrorPanel error={link.error} what="the preview" onRetry={() => void link.refetch()} /> : null}
      {link.data ? (
        <Stack>
          <Text size="sm">Anyone with this link sees the draft for seven days, at any width.</Text>
          <CopiedText what="the preview link" text={link.data.url} />
          <Button component="a" href={link.data.url} target="_blank">
            Open preview
          </Button>
        </Stack>
      ) : null}
    </Modal>
  )
}
