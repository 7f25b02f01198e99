import { Anchor, Button, List, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { PageDraft, SitePage } from './use-page-draft.ts'

/** Looks at what visitors would get, and shows it to them. */
export function Publish({ page, draft }: { page: SitePage; draft: PageDraft }) {
  const may = useMay('content.publish')
  const act = useAct(api.pages.key())
  const [found, setFound] = useState<SitePage['findings'] | null>(null)
  if (!may || (page.isLive && page.isFresh && draft.saved)) return null
  async function look() {
    if (!(await draft.flush())) return toastError(new Error('Please fix the marked fields first.'), 'Not published')
    const { findings } = await client.pages.get({ id: page.id })
    if (findings.length > 0) setFound(findings)
    else await publish()
  }
  async function publish() {
    setFound(null)
    await act(
      async () => draft.accept(await client.pages.publish({ id: page.id, version: draft.version() })),
      page.isLive ? 'New version published' : 'Page published',
      'The page was not published',
    )
  }
  return (
    <>
      <Button onClick={() => void look()}>{page.isLive ? 'Publish changes' : 'Publish'}</Button>
      <Findings found={found} onClose={() => setFound(null)} onPublish={() => void publish()} />
      {page.isLive ? (
        <Anchor href={page.address} target="_blank" size="sm" visibleFrom="sm">
          View page
        </Anchor>
      ) : null}
    </>
  )
}

interface FindingsProps {
  found: SitePage['findings'] | null
  onClose: () => void
  onPublish: () => void
}
function Findings({ found, onClose, onPublish }: FindingsProps) {
  const isBlocked = found?.some(one => one.isBlocking) ?? false
  return (
    <Modal opened={found !== null} onClose={onClose} title={isBlocked ? 'Before it can be published' : 'Worth a look'}>
      <Stack>
        <List size="sm" spacing="xs">
          {(found ?? []).map(one => (
            <List.Item key={`${one.block} ${one.message}`}>{one.message}</List.Item>
          ))}
        </List>
        {isBlocked ? (
          <Text size="sm" c="dimmed">
            These keep people from reading or using the page, with or without a screen reader.
          </Text>
        ) : (
          <Button onClick={onPublish}>Publish anyway</Button>
        )}
      </Stack>
    </Modal>
  )
}
