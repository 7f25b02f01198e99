import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { CopiedText } from '#ui/copied-text.tsx'

interface ShownOnceProps {
  title: string
  secret: string
  /** for the button's name: "Copy the API key" */
  what: string
  onClose: () => void
}

/** A secret in the moment in which it can be copied. */
export const ShownOnce = ({ title, secret, what, onClose }: ShownOnceProps) => (
  <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
    <Stack>
      <Text size="sm">Copy it now and keep it in a safe place. It can’t be shown again.</Text>
      <CopiedText text={secret} what={what} />
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  </Modal>
)
