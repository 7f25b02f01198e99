import { Modal, SimpleGrid, Text, UnstyledButton } from '@mantine/core'
import {
  IconCalendarEvent,
  IconClipboardList,
  IconFile,
  IconHeartHandshake,
  IconId,
  IconMail,
  IconPray,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { type TemplateName, templateNames, templates } from '../rules/templates.ts'
import classes from './forms.module.css'

const icons: Record<TemplateName, typeof IconFile> = {
  connect: IconId,
  contact: IconMail,
  event: IconCalendarEvent,
  prayer: IconPray,
  volunteer: IconHeartHandshake,
  survey: IconClipboardList,
  blank: IconFile,
}

/** What a new form begins as. */
export function NewForm({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const act = useAct(api.forms.key())
  const [busy, setBusy] = useState(false)
  async function begin(template: TemplateName) {
    if (busy) return
    setBusy(true)
    let id = ''
    await act(
      async () => void ({ id } = await client.forms.create({ template })),
      undefined,
      'The form was not created',
    )
    setBusy(false)
    if (id) navigate(`/dashboard/forms/${id}`)
  }
  return (
    <Modal opened={opened} onClose={onClose} title="New form" size="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {templateNames.map(name => {
          const Icon = icons[name]
          return (
            <UnstyledButton key={name} className={classes.template} disabled={busy} onClick={() => void begin(name)}>
              <Icon size={22} stroke={1.75} aria-hidden />
              <span>
                <Text fw={550} span display="block">
                  {templates[name].name}
                </Text>
                <Text size="sm" c="dimmed" span>
                  {templates[name].purpose}
                </Text>
              </span>
            </UnstyledButton>
          )
        })}
      </SimpleGrid>
    </Modal>
  )
}
