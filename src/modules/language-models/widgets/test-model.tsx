import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import { messageOf } from '#ui/message.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { formatDollars } from '../rules/budget.ts'
import type { Slot } from './use-ai-models.ts'

type Result = Awaited<ReturnType<typeof client.languageModels.test>>

/** Asks the model as it is saved, and says what that did. */
export function TestModel({ slot, disabled }: { slot: Slot; disabled: boolean }) {
  const [result, setResult] = useState<Result | null>(null)
  const { run, busy, problem } = useMutate({ keys: [api.languageModels.key()], form: { setErrors: () => {} } })
  const ask = () => {
    setResult(null)
    return run(async () => setResult(await client.languageModels.test({ slot })))
  }
  return (
    <div>
      <Group>
        <Button variant="default" loading={busy} disabled={disabled} onClick={() => void ask()}>
          {slot === 'main' ? 'Test' : 'Test the fallback'}
        </Button>
        {disabled ? (
          <Text size="sm" c="dimmed">
            Save your changes to test them.
          </Text>
        ) : null}
      </Group>
      {problem ? (
        <Alert color="red" variant="light" role="alert" mt="sm">
          {messageOf(problem)}
        </Alert>
      ) : null}
      {result ? (
        <Alert color="green" variant="light" role="status" mt="sm">
          {said(result)}
        </Alert>
      ) : null}
    </div>
  )
}

const said = ({ model, milliseconds, inputTokens, outputTokens, cost }: Result) =>
  `${model} answered in ${milliseconds.toLocaleString('en-US')} ms: ${counted(inputTokens, 'tokens', count => count.toLocaleString('en-US'))} read, ${outputTokens.toLocaleString('en-US')} written, ${formatDollars(cost)}.`
