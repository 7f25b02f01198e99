import { Alert, Button, Drawer, NativeSelect, Stack, Text, TextInput, Timeline } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PersonPicker } from '#people/widgets/person-picker.tsx'
import { useFormat } from '#ui/format.tsx'
import { instantAt } from '#ui/local-time.ts'
import { Problem } from '#ui/problem.tsx'
import { client } from '#web/api.ts'
import { stepOf } from '../rules/edit.ts'
import { stepSentence } from '../rules/summary.ts'
import { StepIcon } from './step-icon.tsx'
import { useEditor } from './use-editor.ts'

type Answers = Record<string, 'event' | 'timeout' | 'yes' | 'no'>
type Played = Awaited<ReturnType<typeof client.workflowSimulations.run>>

/** The draft for one person over virtual time. Nothing is sent or written. */
export function SimulateDrawer({ onClose }: { onClose: () => void }) {
  const { workflow, draft } = useEditor()
  const { timeZone = 'UTC' } = useFormat()
  const [personId, setPersonId] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [begins, setBegins] = useState('')
  const [answers, setAnswers] = useState<Answers>({})
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async (given: { personId: string; answers: Answers }) => {
      await draft.flush()
      const startAt = begins ? { startAt: new Date(instantAt(begins, timeZone)) } : {}
      return client.workflowSimulations.run({ id: workflow.id, ...given, ...startAt })
    },
  })
  const play = (given: Answers) => {
    setAnswers(given)
    if (personId) mutate({ personId, answers: given })
  }
  return (
    <Drawer opened onClose={onClose} title="Simulate">
      <Stack>
        <Text size="sm" c="dimmed">
          Plays the draft for one person over virtual time. Nothing is sent or written.
        </Text>
        <PersonPicker
          label="Person"
          focused
          onPick={id => {
            setPersonId(id)
            void client.people.get({ id }).then(person => setName(person.name))
          }}
        />
        {personId ? <Text fw={550}>{name}</Text> : null}
        <TextInput
          type="datetime-local"
          label="Begins"
          description="Now, if it is empty."
          value={begins}
          onChange={event => setBegins(event.currentTarget.value)}
        />
        <Button disabled={!personId} loading={isPending} onClick={() => play(answers)}>
          Play
        </Button>
        <Problem error={error} />
        {data ? <PlayedSteps played={data} answers={answers} onAnswer={play} /> : null}
      </Stack>
    </Drawer>
  )
}

interface PlayedProps {
  played: Played
  answers: Answers
  onAnswer: (answers: Answers) => void
}

function PlayedSteps({ played, answers, onAnswer }: PlayedProps) {
  const { graph, says } = useEditor()
  const { dateTime } = useFormat()
  return (
    <Stack aria-live="polite">
      <Timeline bulletSize={28} lineWidth={2} active={played.steps.length}>
        {played.steps.map((one, at) => {
          const step = stepOf(graph, one.step)
          return (
            <Timeline.Item key={`${at} ${one.step}`} bullet={step ? <StepIcon step={step} size={14} /> : undefined}>
              <Text size="sm">{step ? stepSentence(step, says) : one.sentence}</Text>
              <Text size="xs" c="dimmed">
                {dateTime(one.at)}
                {one.branch ? ` · goes the way of ${one.branch === 'yes' ? 'Yes' : 'No'}` : ''}
              </Text>
              {one.held ? (
                <Text size="xs" fw={550}>
                  {one.held}
                </Text>
              ) : null}
              <Answer step={one.step} kind={one.kind} answers={answers} onAnswer={onAnswer} />
            </Timeline.Item>
          )
        })}
      </Timeline>
      <Alert color={played.end === 'failed' ? 'red' : 'green'} title={endings[played.end]}>
        {dateTime(played.endsAt)}
        {played.problem ? `: ${played.problem}` : ''}
      </Alert>
    </Stack>
  )
}

const endings = { completed: 'Complete', exited: 'Left the workflow', failed: 'Stopped at a step that can’t be done' }

/** How a wait for an event ends here, and what is answered to an approval. */
function Answer({
  step: id,
  kind,
  answers,
  onAnswer,
}: {
  step: string
  kind: string
  answers: Answers
  onAnswer: (answers: Answers) => void
}) {
  const { graph } = useEditor()
  const step = stepOf(graph, id)
  const waits = step?.kind === 'wait' && (step.wait.for === 'event' || step.wait.for === 'task')
  if (!waits && kind !== 'approval') return null
  const data = waits
    ? [
        { value: 'timeout', label: 'The time runs out' },
        { value: 'event', label: 'It happens' },
      ]
    : [
        { value: 'no', label: 'Declined' },
        { value: 'yes', label: 'Approved' },
      ]
  return (
    <NativeSelect
      size="xs"
      mt={4}
      aria-label="What happens here"
      value={answers[id] ?? data[0]!.value}
      data={data}
      onChange={event => onAnswer({ ...answers, [id]: event.currentTarget.value as Answers[string] })}
    />
  )
}
