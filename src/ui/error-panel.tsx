import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { messageOf } from './message.ts'

export interface ErrorPanelProps {
  error: unknown
  /** what could not be shown: "the leads" */
  what?: string
  onRetry?: () => void
}

export function ErrorPanel({ error, what = 'this', onRetry }: ErrorPanelProps) {
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle stroke={1.75} />} title={`We could not load ${what}`}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{messageOf(error)}</Text>
        {onRetry ? (
          <Button size="xs" variant="default" onClick={onRetry}>
            Retry
          </Button>
        ) : null}
      </Group>
    </Alert>
  )
}
