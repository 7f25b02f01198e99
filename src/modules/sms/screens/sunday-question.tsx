import { Alert, Button, Checkbox, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#web/api.ts'
import { clockWords } from '../rules/words.ts'

interface SundayQuestionProps {
  /** `2026-12-06T10:00` */
  at: string
  onPick: (at: string) => void
  anyway: boolean
  onAnyway: (anyway: boolean) => void
}

/** Another hour than Sunday morning, or all the same. */
export function SundayQuestion({ at, onPick, anyway, onAnyway }: SundayQuestionProps) {
  const { data } = useQuery(api.smsSettings.read.queryOptions({ input: {} }))
  const better = `${at.slice(0, 10)}T${String(Math.min(data?.sundayUntil ?? 12, 23)).padStart(2, '0')}:00`
  return (
    <Alert color="yellow" title="That’s Sunday morning" role="alert">
      <Stack gap="xs" align="flex-start">
        Most of your people are at worship then.
        <Button size="compact-sm" variant="default" onClick={() => onPick(better)}>
          Take {clockWords(better)} instead
        </Button>
        <Checkbox
          label="Send on Sunday morning anyway"
          checked={anyway}
          onChange={event => onAnyway(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  )
}
