import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { newId } from '#ui/new-id.ts'
import { type Question, type Quiz, questionKinds, questionNames } from '../rules/quiz.ts'
import classes from './editor.module.css'
import type { LessonPanelProps } from './lesson-panel.tsx'

type Choice = Question['choices'][number]

const icon = { size: 16, stroke: 1.75 }
const blankChoice = () => ({ id: newId(), text: '', isRight: false })
const blankQuestion = (): Question => ({
  id: newId(),
  kind: 'single',
  prompt: '',
  accepted: [],
  explanation: '',
  choices: [blankChoice(), blankChoice()],
})

/** Questions, what is right, and what it takes to pass. */
export function QuizEditor({ lesson, onChange, disabled }: LessonPanelProps) {
  const { quiz } = lesson
  const set = (changes: Partial<Quiz>) => onChange({ quiz: { ...quiz, ...changes } })
  const setQuestions = (turn: (all: Question[]) => Question[]) => set({ questions: turn(quiz.questions) })
  return (
    <Stack>
      <Limits quiz={quiz} onChange={set} />
      {quiz.questions.map((question, at) => (
        <QuestionFields
          key={question.id}
          question={question}
          at={at}
          count={quiz.questions.length}
          onChange={changes =>
            setQuestions(all => all.map(one => (one.id === question.id ? { ...one, ...changes } : one)))
          }
          onMove={to => setQuestions(all => all.toSpliced(at, 1).toSpliced(to, 0, question))}
          onRemove={() => setQuestions(all => all.filter(one => one.id !== question.id))}
        />
      ))}
      {disabled ? null : (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus {...icon} />}
          onClick={() => setQuestions(all => [...all, blankQuestion()])}
        >
          Add question
        </Button>
      )}
    </Stack>
  )
}

const Limits = ({ quiz, onChange }: { quiz: Quiz; onChange: (changes: Partial<Quiz>) => void }) => (
  <Group align="end">
    <NumberInput
      label="Pass mark (percent)"
      min={1}
      max={100}
      allowDecimal={false}
      value={quiz.passMark}
      onChange={value => onChange({ passMark: Number(value) || 1 })}
    />
    <NumberInput
      label="Attempts"
      placeholder="No limit"
      min={1}
      max={20}
      allowDecimal={false}
      value={quiz.attempts ?? ''}
      onChange={value => onChange({ attempts: value === '' ? null : Number(value) })}
    />
    <NumberInput
      label="Time limit (minutes)"
      placeholder="No limit"
      min={1}
      max={240}
      allowDecimal={false}
      value={quiz.minutes ?? ''}
      onChange={value => onChange({ minutes: value === '' ? null : Number(value) })}
    />
  </Group>
)

interface QuestionProps {
  question: Question
  at: number
  count: number
  onChange: (changes: Partial<Question>) => void
  onMove: (to: number) => void
  onRemove: () => void
}

function QuestionFields(props: QuestionProps) {
  const { question, at, onChange } = props
  return (
    <Stack gap="xs" className={classes.question} role="group" aria-label={`Question ${at + 1}`}>
      <QuestionHead {...props} />
      <Textarea
        label="Question"
        autosize
        minRows={1}
        value={question.prompt}
        onChange={event => onChange({ prompt: event.currentTarget.value })}
      />
      <NativeSelect
        label="Kind"
        data={questionKinds.map(value => ({ value, label: questionNames[value] }))}
        value={question.kind}
        onChange={event => onChange({ kind: event.currentTarget.value as Question['kind'] })}
      />
      {question.kind === 'text' ? <Accepted {...props} /> : <Choices {...props} />}
      <Textarea
        label="Explanation"
        description="Shown after the answer."
        autosize
        minRows={1}
        value={question.explanation}
        onChange={event => onChange({ explanation: event.currentTarget.value })}
      />
    </Stack>
  )
}

function QuestionHead({ at, count, onMove, onRemove }: QuestionProps) {
  const number = at + 1
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text fw={600}>Question {number}</Text>
      <Group gap={2} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move question ${number} up`}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <IconArrowUp {...icon} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Move question ${number} down`}
          disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        >
          <IconArrowDown {...icon} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="red" aria-label={`Remove question ${number}`} onClick={onRemove}>
          <IconTrash {...icon} />
        </ActionIcon>
      </Group>
    </Group>
  )
}

const Accepted = ({ question, onChange }: QuestionProps) => (
  <Textarea
    label="Accepted answers"
    description="One on each line. Capitals, accents and punctuation make no difference."
    autosize
    minRows={2}
    value={question.accepted.join('\n')}
    onChange={event => onChange({ accepted: event.currentTarget.value.split('\n') })}
  />
)

function Choices({ question, onChange, at }: QuestionProps) {
  const { kind, choices } = question
  const set = (id: string, changes: Partial<Choice>) =>
    onChange({ choices: choices.map(one => (one.id === id ? { ...one, ...changes } : one)) })
  const mark = (id: string, isRight: boolean) =>
    kind === 'single'
      ? onChange({ choices: choices.map(one => ({ ...one, isRight: one.id === id })) })
      : set(id, { isRight })
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {kind === 'order' ? 'Write the answers in the right order. Learners see them mixed.' : 'Mark what is right.'}
      </Text>
      {choices.map((choice, i) => (
        <ChoiceRow
          key={choice.id}
          kind={kind}
          choice={choice}
          at={i}
          questionAt={at}
          onText={text => set(choice.id, { text })}
          onMark={isRight => mark(choice.id, isRight)}
          onRemove={() => onChange({ choices: choices.filter(one => one.id !== choice.id) })}
        />
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconPlus {...icon} />}
        onClick={() => onChange({ choices: [...choices, blankChoice()] })}
      >
        Add answer
      </Button>
    </Stack>
  )
}

interface ChoiceProps {
  kind: Question['kind']
  choice: Choice
  /** from 0 */
  at: number
  /** of its question, from 0 */
  questionAt: number
  onText: (text: string) => void
  onMark: (isRight: boolean) => void
  onRemove: () => void
}

function ChoiceRow(props: ChoiceProps) {
  const { choice, at, questionAt, onText, onRemove } = props
  const named = `${at + 1} of question ${questionAt + 1}`
  return (
    <Group gap="xs" wrap="nowrap">
      <ChoiceMark {...props} />
      <TextInput
        aria-label={`Answer ${named}`}
        style={{ flex: 1 }}
        value={choice.text}
        onChange={event => onText(event.currentTarget.value)}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove answer ${named}`} onClick={onRemove}>
        <IconTrash {...icon} />
      </ActionIcon>
    </Group>
  )
}

/** Its number where the order is asked, otherwise whether it is right. */
function ChoiceMark({ kind, choice, at, questionAt, onMark }: ChoiceProps) {
  const label = `Answer ${at + 1} of question ${questionAt + 1} is right`
  if (kind === 'order') return <Text w={20}>{at + 1}.</Text>
  if (kind === 'single') return <Radio aria-label={label} checked={choice.isRight} onChange={() => onMark(true)} />
  return (
    <Checkbox aria-label={label} checked={choice.isRight} onChange={event => onMark(event.currentTarget.checked)} />
  )
}
