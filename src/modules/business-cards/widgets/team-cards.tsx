import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useMembers } from '#clients/widgets/use-members.ts'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { type TemplateKey, templateKeys, templates } from '../rules/design.ts'

function useTeamCards(onDone: () => void) {
  const [chosen, setChosen] = useState<string[]>([])
  const [template, setTemplate] = useState<TemplateKey>('classic')
  const { run, busy } = useMutate({ keys: [api.businessCards.key()] })
  async function make() {
    let said = ''
    const work = async () => {
      const { created, skipped } = await client.businessCards.createForMembers({ userIds: chosen, template })
      said = `${created} ${created === 1 ? 'card' : 'cards'} created${skipped ? `. ${skipped} had one already.` : ''}`
    }
    if (!(await run(work, { failed: 'No cards were created' }))) return
    toast(said)
    setChosen([])
    onDone()
  }
  return { chosen, setChosen, template, setTemplate, busy, make }
}

/** A card for each member chosen; those who have one keep it. */
export function TeamCards({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { members } = useMembers()
  const { chosen, setChosen, template, setTemplate, busy, make } = useTeamCards(onClose)
  return (
    <Modal opened={opened} onClose={onClose} title="Cards for the team">
      <Stack>
        <Text size="sm" c="dimmed">
          Names and email addresses come from your team. You can change everything afterwards.
        </Text>
        <Checkbox.Group label="Members" value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {members.map(({ userId, name, email }) => (
              <Checkbox key={userId} value={userId} label={name || email} />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          label="Template"
          value={template}
          onChange={event => setTemplate(event.currentTarget.value as TemplateKey)}
          data={templateKeys.map(key => ({ value: key, label: templates[key].name }))}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={chosen.length === 0} onClick={() => void make()}>
            Create cards
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
