import { Modal, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { type TemplateKey, templateKeys, templates } from '../rules/templates.ts'
import classes from './pages.module.css'

/** What a new page begins as. */
export function NewPage({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const act = useAct(api.pages.key())
  const [busy, setBusy] = useState(false)
  async function begin(template: TemplateKey) {
    if (busy) return
    setBusy(true)
    let id = ''
    await act(
      async () => void ({ id } = await client.pages.create({ template })),
      undefined,
      'The page was not created',
    )
    setBusy(false)
    if (id) navigate(`/page-builder/${id}`)
  }
  return (
    <Modal opened={opened} onClose={onClose} title="New page" size="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {templateKeys.map(key => (
          <UnstyledButton key={key} className={classes.template} disabled={busy} onClick={() => void begin(key)}>
            <Text fw={550} span display="block">
              {templates[key].name}
            </Text>
            <Text size="sm" c="dimmed" span>
              {templates[key].description}
            </Text>
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Modal>
  )
}
