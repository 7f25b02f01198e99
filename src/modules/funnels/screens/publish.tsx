import { Anchor, Button, List, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { FunnelDraft } from './use-funnel-draft.ts'
import type { Funnel } from './use-funnels.ts'

interface PublishProps {
  funnel: Funnel
  draft: FunnelDraft
  /** What has to be done first. */
  before: () => Promise<unknown>
  onPhone: () => void
}
/** Looks at what is missing, and opens the funnel to visitors. */
export function Publish({ funnel, draft, before, onPhone }: PublishProps) {
  const may = useMay('content.publish')
  const act = useAct(api.funnels.key(), api.pages.key(), api.forms.key())
  const [found, setFound] = useState<Funnel['blockers'] | null>(null)
  const isLive = funnel.status === 'published'
  if (!may || funnel.status === 'archived' || (isLive && funnel.isFresh && draft.saved)) return null
  async function look() {
    await before()
    if (!(await draft.flush())) return toastError(new Error('Please fix the marked fields first.'), 'Not published')
    const { blockers } = await client.funnels.get({ id: funnel.id })
    if (blockers.length > 0) setFound(blockers)
    else await publish()
  }
  async function publish() {
    setFound(null)
    await act(
      async () => draft.accept(await client.funnels.publish({ id: funnel.id, version: draft.version() })),
      isLive ? 'Changes published' : 'Funnel published',
      'The funnel was not published',
    )
  }
  async function publishParts() {
    const parts = async () => {
      const next = await client.funnels.publishParts({ id: funnel.id })
      draft.accept(next)
      setFound(next.blockers)
    }
    await act(parts, 'Pages and forms published', 'A page or form was not published')
  }
  return (
    <>
      <Button onClick={() => void look()}>{isLive ? 'Publish changes' : 'Publish'}</Button>
      <Blockers
        found={found}
        onClose={() => setFound(null)}
        onParts={() => void publishParts()}
        onPhone={() => {
          setFound(null)
          onPhone()
        }}
        onPublish={() => void publish()}
      />
    </>
  )
}

interface BlockersProps {
  found: Funnel['blockers'] | null
  onClose: () => void
  onParts: () => void
  onPhone: () => void
  onPublish: () => void
}
function Blockers({ found, onClose, onParts, onPhone, onPublish }: BlockersProps) {
  const all = found ?? []
  const isReady = found?.length === 0
  const isPart = ({ message }: Funnel['blockers'][number]) => /: publish the (page|form) /.test(message)
  const isPhone = ({ message }: Funnel['blockers'][number]) => /phone preview/.test(message)
  return (
    <Modal
      opened={found !== null}
      onClose={onClose}
      title={isReady ? 'Ready to publish' : 'Before it can be published'}
    >
      <Stack>
        <List size="sm" spacing="xs">
          {all.map(one => (
            <List.Item key={one.message}>
              {one.message}{' '}
              {one.href ? (
                <Anchor component={Link} to={one.href}>
                  Fix it
                </Anchor>
              ) : null}
            </List.Item>
          ))}
        </List>
        {isReady ? <Text size="sm">Every step has a published page and leads on.</Text> : null}
        {all.some(isPart) ? (
          <Button variant="default" onClick={onParts}>
            Publish its pages and forms
          </Button>
        ) : null}
        {all.some(isPhone) ? (
          <Button variant="default" onClick={onPhone}>
            Open the phone preview
          </Button>
        ) : null}
        {isReady ? <Button onClick={onPublish}>Publish</Button> : null}
      </Stack>
    </Modal>
  )
}
