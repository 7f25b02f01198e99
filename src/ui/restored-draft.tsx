import { Button, Group, Text } from '@mantine/core'

/** Says that a form holds what was typed into it earlier, with the way to an empty one. */
export function RestoredDraft({ draft }: { draft: { restored: boolean; discard: () => void } }) {
  if (!draft.restored) return null
  return (
    <Group justify="space-between" gap="xs" role="status">
      <Text size="sm" c="dimmed">
        Draft restored
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={draft.discard}>
        Discard draft
      </Button>
    </Group>
  )
}
