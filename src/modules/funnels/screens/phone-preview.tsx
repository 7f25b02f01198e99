import { Anchor, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import classes from './funnels.module.css'
import type { FunnelDraft } from './use-funnel-draft.ts'
import type { Funnel } from './use-funnels.ts'

interface PhonePreviewProps {
  funnel: Funnel
  draft: FunnelDraft
  opened: boolean
  onClose: () => void
  /** It is being recorded that someone has looked. */
  onSeen: (work: Promise<unknown>) => void
}
/** The drafts of its steps as wide as a phone; that they were seen is remembered for publishing. */
export function PhonePreview({ funnel, draft, opened, onClose, onSeen }: PhonePreviewProps) {
  const mayWrite = useMay('content.write')
  const link = useQuery(api.funnels.preview.queryOptions({ input: { id: funnel.id }, enabled: opened, gcTime: 0 }))
  async function seen() {
    if (!mayWrite || !(await draft.flush())) return
    await client.funnels.seenOnPhone({ id: funnel.id }).then(draft.accept, error => toastError(error, 'Not recorded'))
  }
  const look = useEffectEvent(() => onSeen(seen()))
  const url = link.data?.url
  useEffect(() => {
    if (opened && url) look()
  }, [opened, url])
  return (
    <Modal opened={opened} onClose={onClose} title="Phone preview" size="lg">
      {link.error ? <ErrorPanel error={link.error} what="the preview" onRetry={() => void link.refetch()} /> : null}
      {link.data ? (
        <Stack>
          <Text size="sm">
            Nothing is counted here.{' '}
            <Anchor href={link.data.url} target="_blank">
              Open it in a new tab
            </Anchor>
            , or send the link to someone: it works for seven days.
          </Text>
          <iframe className={classes.phone} title="Preview on a phone" src={link.data.url} />
        </Stack>
      ) : null}
    </Modal>
  )
}
