import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Detail } from './use-import.ts'

interface ImportProgressProps {
  found: Detail
  /** what happens to a row: "done", "looked at" */
  verb: string
  onStop: () => void
}

export function ImportProgress({ found, verb, onStop }: ImportProgressProps) {
  const { number } = useFormat()
  const { rows, rowsDone } = found
  const text = `${number(rowsDone)} of ${counted(rows, 'rows', number)} ${verb}`
  return (
    <Panel>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text fw={600} role="status" data-figures>
            {text}
          </Text>
          <Button variant="default" size="xs" onClick={onStop}>
            Stop
          </Button>
        </Group>
        <Progress value={rows > 0 ? (rowsDone / rows) * 100 : 0} size="lg" aria-label={text} />
      </Stack>
    </Panel>
  )
}
