import { Button, Group, Select, Stack, Table, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Panel } from '#ui/panel.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { live, useAssistantAct } from '../widgets/use-assistant.ts'

type Result = Awaited<ReturnType<typeof client.assistantTests.run>>['results'][number]

/** What new settings must get right before they go live. */
export function TestQuestions({ mayManage }: { mayManage: boolean }) {
  const act = useAssistantAct()
  const [adding, setAdding] = useState(false)
  const [results, setResults] = useState<Result[]>([])
  const [busy, setBusy] = useState(false)
  const { data } = useQuery(api.assistantTests.list.queryOptions({ input: {}, meta: live }))
  async function run() {
    setBusy(true)
    await client.assistantTests.run({}).then(
      ({ results: all }) => setResults(all),
      error => toastError(error, 'The test questions were not run'),
    )
    setBusy(false)
  }
  return (
    <Panel title="Test questions">
      <Stack>
        <Text size="sm">New settings go live only when all of these pass.</Text>
        {mayManage ? (
          <Group gap="xs">
            <Button variant="default" onClick={() => setAdding(true)}>
              Add test question
            </Button>
            <Button variant="default" loading={busy} onClick={() => void run()}>
              Run all
            </Button>
          </Group>
        ) : null}
        {data && data.items.length > 0 ? (
          <Table.ScrollContainer minWidth={480}>
            <Table aria-label="Test questions">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Question</Table.Th>
                  <Table.Th>Expected</Table.Th>
                  <Table.Th>Last run</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {data.items.map(({ id, question, expect, must }) => (
                  <Table.Tr key={id}>
                    <Table.Td>{question}</Table.Td>
                    <Table.Td>
                      {expect === 'handoff' ? 'A person' : `An answer${must ? ` with “${must}”` : ''}`}
                    </Table.Td>
                    <Table.Td>
                      <Outcome result={results.find(one => one.question === question)} />
                    </Table.Td>
                    <Table.Td>
                      {mayManage ? (
                        <Button
                          size="compact-sm"
                          variant="subtle"
                          color="red"
                          aria-label={`Delete ${question}`}
                          onClick={() => void act(() => client.assistantTests.remove({ id }), 'Test question deleted')}
                        >
                          Delete
                        </Button>
                      ) : null}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        ) : null}
      </Stack>
      {adding ? <CaseForm onClose={() => setAdding(false)} /> : null}
    </Panel>
  )
}

const Outcome = ({ result }: { result: Result | undefined }) =>
  result ? <Text size="sm">{result.passed ? 'Passed' : `Failed: ${result.got}`}</Text> : <Text size="sm">–</Text>

function CaseForm({ onClose }: { onClose: () => void }) {
  const act = useAssistantAct()
  const form = useForm({ initialValues: { question: '', expect: 'reply' as 'reply' | 'handoff', must: '' } })
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Add test question"
      submitLabel="Add test question"
      form={form}
      schema={() => import('../contract.ts').then(file => file.NewCase)}
      onSubmit={async values => {
        await client.assistantTests.create(values)
        await act(async () => undefined, 'Test question added')
      }}
    >
      <TextInput label="Question" maxLength={500} data-autofocus {...form.getInputProps('question')} />
      <Select
        label="What should happen"
        allowDeselect={false}
        data={[
          { value: 'reply', label: 'An answer' },
          { value: 'handoff', label: 'A person takes over' },
        ]}
        {...form.getInputProps('expect')}
      />
      {form.values.expect === 'reply' ? (
        <TextInput label="The answer contains" maxLength={200} {...form.getInputProps('must')} />
      ) : null}
    </FormDialog>
  )
}
