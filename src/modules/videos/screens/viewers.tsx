import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { PeopleSelect } from '#people/widgets/people-select.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { Video } from './video.tsx'

/** Who may watch a private video in the portal, beside the team. */
export function Viewers({ video: { id, people } }: { video: Video }) {
  const before = people.map(one => one.id)
  const [chosen, setChosen] = useState(before)
  const act = useAct(api.videos.key())
  const mayWrite = useMay('content.write')
  const isChanged = chosen.join() !== before.join()
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        People you choose here watch this video when they are signed in to your portal. Your team can always watch it.
      </Text>
      {mayWrite ? (
        <PeopleSelect label="People who may watch" value={chosen} onChange={setChosen} />
      ) : (
        <Text size="sm">{people.map(({ name }) => name).join(', ') || 'Nobody was chosen yet.'}</Text>
      )}
      {mayWrite ? (
        <Group>
          <Button
            variant="default"
            disabled={!isChanged}
            onClick={() => void act(() => client.videos.setPeople({ id, personIds: chosen }), 'Saved')}
          >
            Save people
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}
