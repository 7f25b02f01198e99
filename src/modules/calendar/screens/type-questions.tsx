import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Panel } from '#ui/panel.tsx'
import type { PartProps } from './type-fields.tsx'

type Question = PartProps['form']['values']['questions'][number]

const kinds = [
  { value: 'text', label: 'One line' },
  { value: 'long', label: 'Several lines' },
  { value: 'choice', label: 'Choice' },
  { value: 'yes_no', label: 'Yes or no' },
]

const keyOf = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40) || 'question'

export function Questions({ form }: PartProps) {
  const { questions } = form.values
  const set = (next: Question[]) => form.setFieldValue('questions', next)
  const key = `question_${questions.length + 1}`
  return (
    <Panel title="Questions">
      <Stack>
        <Text size="sm" c="dimmed">
          Guests are always asked for name, email and phone.
        </Text>
        {questions.map((one, i) => (
          <QuestionFields
            key={`question ${i}`}
            number={i + 1}
            value={one}
            error={form.errors[`questions.${i}.label`]}
            onChange={part => set(questions.map((each, at) => (at === i ? { ...each, ...part } : each)))}
            onRemove={() => set(questions.filter((_, at) => at !== i))}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'start' }}
          onClick={() => set([...questions, { key, label: '', type: 'text', required: false, options: [] }])}
        >
          Add question
        </Button>
      </Stack>
    </Panel>
  )
}

interface QuestionProps {
  number: number
  value: Question
  error?: ReactNode
  onChange: (part: Partial<Question>) => void
  onRemove: () => void
}

function QuestionFields({ number, value, error, onChange, onRemove }: QuestionProps) {
  return (
    <Stack gap={4}>
      <Group align="end" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={`Question ${number}`}
          value={value.label}
          onChange={event => onChange({ label: event.currentTarget.value, key: keyOf(event.currentTarget.value) })}
          error={error}
        />
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove question ${number}`} onClick={onRemove}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </Group>
      <Group>
        <Select
          aria-label={`Kind of question ${number}`}
          size="xs"
          allowDeselect={false}
          data={kinds}
          value={value.type}
          onChange={type => onChange({ type: type as Question['type'] })}
        />
        <Checkbox
          label="Required"
          checked={value.required}
          onChange={event => onChange({ required: event.currentTarget.checked })}
        />
      </Group>
      {value.type === 'choice' ? <Choices value={value.options} onChange={options => onChange({ options })} /> : null}
    </Stack>
  )
}

function Choices({ value, onChange }: { value: string[]; onChange: (options: string[]) => void }) {
  const read = (text: string) =>
    text
      .split(',')
      .map(each => each.trim())
      .filter(Boolean)
  return (
    <TextInput
      size="xs"
      label="Choices, separated by commas"
      defaultValue={value.join(', ')}
      onBlur={event => onChange(read(event.currentTarget.value))}
    />
  )
}
