import { ActionIcon, Badge, Button, Group, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Panel } from '#ui/panel.tsx'
import { type Question, type QuestionType, questionTypeNames, type Section, sectionNames } from '../rules/document.ts'
import type { Reader } from '../rules/printing.ts'
import { type Editing, newQuestion } from './use-study.ts'

interface SectionProps {
  section: Section
  editing: Editing
  reader: Reader
  mayWrite: boolean
}

/** One part of a study: for the leader with notes, minutes and answers; for participants what they have in their hands. */
export function SectionCard({ section, editing, reader, mayWrite }: SectionProps) {
  const { id, title, content, notes, verses } = section
  const isLeader = reader === 'leader'
  const mayEdit = mayWrite && isLeader
  const set = (changes: Partial<Section>) => editing.section(id, changes)
  return (
    <Panel>
      <Stack gap="sm">
        <Heading section={section} set={set} isLeader={isLeader} mayEdit={mayEdit} />
        <Textarea
          aria-label={`Text of ${title}`}
          autosize
          readOnly={!mayEdit}
          value={content}
          onChange={event => set({ content: event.currentTarget.value })}
        />
        {verses.map(({ reference, text }) => (
          <blockquote key={reference} style={{ margin: 0 }}>
            <Text size="sm">{text}</Text>
            <Text size="sm" fw={600}>
              {reference}
            </Text>
          </blockquote>
        ))}
        {isLeader && (
          <Textarea
            label="For the leader"
            autosize
            readOnly={!mayEdit}
            value={notes}
            onChange={event => set({ notes: event.currentTarget.value })}
          />
        )}
        <Questions section={section} set={set} isLeader={isLeader} mayEdit={mayEdit} />
      </Stack>
    </Panel>
  )
}

interface PartProps {
  section: Section
  set: (changes: Partial<Section>) => void
  isLeader: boolean
  mayEdit: boolean
}
const Heading = ({ section: { type, title, minutes }, set, isLeader, mayEdit }: PartProps) => (
  <Group justify="space-between" wrap="nowrap" align="flex-end">
    <TextInput
      label={sectionNames[type]}
      aria-label={`Title of ${sectionNames[type]}`}
      readOnly={!mayEdit}
      style={{ flex: 1 }}
      value={title}
      onChange={event => set({ title: event.currentTarget.value })}
    />
    {isLeader && (
      <NumberInput
        label="Minutes"
        w={84}
        min={0}
        max={120}
        readOnly={!mayEdit}
        value={minutes}
        onChange={value => set({ minutes: Number(value) || 0 })}
      />
    )}
  </Group>
)

function Questions({ section: { questions, title }, set, isLeader, mayEdit }: PartProps) {
  const change = (id: string, changes: Partial<Question>) =>
    set({ questions: questions.map(one => (one.id === id ? { ...one, ...changes } : one)) })
  return (
    <Stack gap="xs">
      {questions.map((question, at) =>
        mayEdit ? (
          <QuestionRow
            key={question.id}
            question={question}
            name={`Question ${at + 1} of ${title}`}
            onChange={changes => change(question.id, changes)}
            onRemove={() => set({ questions: questions.filter(({ id }) => id !== question.id) })}
          />
        ) : (
          <Text key={question.id} size="sm">
            {at + 1}. {question.text}
            {isLeader ? ` (${question.answer})` : ''}
          </Text>
        ),
      )}
      {mayEdit && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => set({ questions: [...questions, newQuestion(questions.at(-1)?.answer ?? '')] })}
          >
            Add a question
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface QuestionRowProps {
  question: Question
  name: string
  onChange: (changes: Partial<Question>) => void
  onRemove: () => void
}
const QuestionRow = ({ question: { text, type, answer }, name, onChange, onRemove }: QuestionRowProps) => (
  <Stack gap={4}>
    <Group wrap="nowrap" align="flex-start">
      <Textarea
        aria-label={name}
        autosize
        style={{ flex: 1 }}
        value={text}
        onChange={event => onChange({ text: event.currentTarget.value })}
      />
      <ActionIcon variant="subtle" color="red" aria-label={`Remove ${name}`} onClick={onRemove}>
        <IconTrash size={16} stroke={1.75} />
      </ActionIcon>
    </Group>
    <Group gap="xs">
      <Select
        aria-label={`Type of ${name}`}
        size="xs"
        w={130}
        allowDeselect={false}
        data={Object.entries(questionTypeNames).map(([value, label]) => ({ value, label }))}
        value={type}
        onChange={value => onChange({ type: value as QuestionType })}
      />
      <TextInput
        aria-label={`Verse that answers ${name}`}
        size="xs"
        w={200}
        value={answer}
        onChange={event => onChange({ answer: event.currentTarget.value })}
      />
      <Badge variant="light" color="gray" size="sm" tt="none">
        Answered there
      </Badge>
    </Group>
  </Stack>
)
