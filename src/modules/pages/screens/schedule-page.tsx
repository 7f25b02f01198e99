import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { clockTime, instantAt } from '#ui/local-time.ts'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import type { PanelProps } from './page.tsx'

/** When the page opens and closes by itself. */
export function SchedulePage(props: PanelProps) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title="Schedule">
      {props.opened ? <Fields {...props} /> : null}
    </Modal>
  )
}

function Fields({ page, draft, onClose }: PanelProps) {
  const timeZone = useMe().account.timeZone
  const [opens, setOpens] = useState(page.publishAt ? clockTime(page.publishAt, timeZone) : '')
  const [closes, setCloses] = useState(page.unpublishAt ? clockTime(page.unpublishAt, timeZone) : '')
  const [failure, setFailure] = useState<unknown>(null)
  async function save() {
    setFailure(null)
    try {
      await draft.flush()
      const at = (local: string) => (local ? new Date(instantAt(local, timeZone)) : null)
      draft.accept(await client.pages.schedule({ id: page.id, publishAt: at(opens), unpublishAt: at(closes) }))
      toast('Schedule saved')
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack>
        <Problem error={failure} />
        <TextInput
          type="datetime-local"
          label="Publish at"
          description={`On clocks at your church (${timeZone}). Empty: by hand.`}
          value={opens}
          onChange={event => setOpens(event.currentTarget.value)}
        />
        <TextInput
          type="datetime-local"
          label="Unpublish at"
          description="Empty: it stays"
          value={closes}
          onChange={event => setCloses(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          What visitors get is the draft as it is then.
        </Text>
        <Button type="submit">Save schedule</Button>
      </Stack>
    </form>
  )
}
