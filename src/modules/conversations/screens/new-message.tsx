import { Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { PersonPicker } from '#people/widgets/person-picker.tsx'

/** Opens someone's thread, and begins it where there is none yet. */
export function NewMessage({ onPick }: { onPick: (personId: string) => void }) {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<IconPencil size={18} stroke={1.75} />} onClick={open}>
        New message
      </Button>
      <Modal opened={opened} onClose={close} title="New message">
        <Text size="sm" c="dimmed" mb="xs">
          Choose a person to open their conversation.
        </Text>
        <PersonPicker
          label="To"
          focused
          onPick={personId => {
            close()
            onPick(personId)
          }}
        />
      </Modal>
    </>
  )
}
