import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { client } from '#web/api.ts'
import { readAnswer } from '../fields/rules/answer.ts'
import { useCustomFields } from '../widgets/use-custom-fields.ts'
import { type Fact, FactInput } from './fact-input.tsx'
import { people, type Run } from './use-bulk.ts'

interface SetFieldProps {
  run: Run
  count: number
}

/** The same fact for all those chosen. */
export function SetField({ run, count }: SetFieldProps) {
  const [opened, { open, close }] = useDisclosure()
  const { fields } = useCustomFields()
  if (fields.length === 0) return null
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={open}>
        Set field…
      </Button>
      <Modal opened={opened} onClose={close} title={`Set a field of ${people(count)}`}>
        <Setting run={run} count={count} onDone={close} />
      </Modal>
    </>
  )
}

/** What is being set; what can't be is said at its field. */
function useSetting(run: Run, onDone: () => void) {
  const { fields } = useCustomFields()
  const [fieldId, setFieldId] = useState<string | null>(null)
  const [answer, setAnswer] = useState<Fact>(null)
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const field = fields.find(({ id }) => id === fieldId)

  function choose(id: string | null) {
    setFieldId(id)
    setAnswer(null)
    setError('')
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    if (!field || busy) return
    const read = readAnswer(field, answer)
    if (read.problem !== undefined) return setError(read.problem)
    setBusy(true)
    const done = await run(
      selection => client.people.setField({ selection, fieldId: field.id, answer }),
      n => `${field.label} ${read.answer === null ? 'taken from' : 'set for'} ${people(n)}`,
    )
    setBusy(false)
    if (done) onDone()
  }
  return { fields, field, choose, answer, setAnswer, error, busy, save }
}

function Setting({ run, count, onDone }: SetFieldProps & { onDone: () => void }) {
  const { fields, field, choose, answer, setAnswer, error, busy, save } = useSetting(run, onDone)
  const empties = field !== undefined && answer === null
  return (
    <form noValidate onSubmit={event => void save(event)}>
      <Stack>
        <Select
          label="Field"
          placeholder="Choose a field"
          data-autofocus
          allowDeselect={false}
          searchable={fields.length > 8}
          data={fields.map(({ id, label }) => ({ value: id, label }))}
          value={field?.id ?? null}
          onChange={choose}
        />
        {field ? <FactInput field={field} value={answer} error={error} onChange={setAnswer} /> : null}
        {field ? (
          <Text size="sm" c="dimmed">
            {empties
              ? `If you leave it empty, the value is removed from ${people(count)}.`
              : `This replaces the value for ${people(count)}.`}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" disabled={!field} loading={busy} color={empties ? 'red' : undefined}>
            {empties ? 'Remove value' : 'Set'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
