import { Alert, Group, List, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { dripNames, dripRules, type Lesson } from '../rules/outline.ts'
import { DocEditor } from './doc-editor.tsx'
import classes from './editor.module.css'
import { AnswerKind, EventChoice, FileChoice, FormChoice, VideoChoice } from './lesson-content.tsx'
import { QuizEditor } from './quiz-editor.tsx'

export interface LessonPanelProps {
  lesson: Lesson
  problems: readonly string[]
  disabled: boolean
  onChange: (changes: Partial<Lesson>) => void
}

/** Everything about one lesson. */
export function LessonPanel(props: LessonPanelProps) {
  const { lesson, problems, disabled, onChange } = props
  return (
    <div className={classes.panel}>
      <fieldset disabled={disabled} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack>
          {problems.length > 0 ? (
            <Alert color="yellow" variant="light">
              <List size="sm">
                {problems.map(problem => (
                  <List.Item key={problem}>{problem}</List.Item>
                ))}
              </List>
            </Alert>
          ) : null}
          <TextInput
            label="Title"
            value={lesson.title}
            maxLength={200}
            onChange={event => onChange({ title: event.currentTarget.value })}
            data-autofocus
          />
          <Content {...props} />
          <DocEditor
            key={lesson.id}
            label={lesson.kind === 'text' ? 'Text of the lesson' : 'Text below'}
            value={lesson.body}
            disabled={disabled}
            onChange={body => onChange({ body })}
          />
          <Rules {...props} />
        </Stack>
      </fieldset>
    </div>
  )
}

function Content(props: LessonPanelProps) {
  switch (props.lesson.kind) {
    case 'video':
      return <VideoChoice {...props} />
    case 'file':
    case 'audio':
      return <FileChoice {...props} />
    case 'quiz':
      return <QuizEditor {...props} />
    case 'assignment':
      return <AnswerKind {...props} />
    case 'live':
      return <EventChoice {...props} />
    case 'form':
      return <FormChoice {...props} />
    default:
      return null
  }
}

function Rules({ lesson, onChange }: LessonPanelProps) {
  return (
    <Stack>
      <Group align="end">
        <Opening lesson={lesson} onChange={onChange} />
        <NumberInput
          label="Minutes"
          placeholder="As long as it is"
          min={1}
          max={600}
          allowDecimal={false}
          value={lesson.minutes ?? ''}
          onChange={value => onChange({ minutes: value === '' ? null : Number(value) })}
        />
      </Group>
      <Switch
        label="Required to complete the course"
        checked={lesson.isRequired}
        onChange={event => onChange({ isRequired: event.currentTarget.checked })}
      />
      {lesson.kind === 'text' ? (
        <Switch
          label="Completed by reading to the end for 30 seconds"
          description="Otherwise learners mark it as done."
          checked={lesson.byReading}
          onChange={event => onChange({ byReading: event.currentTarget.checked })}
        />
      ) : null}
    </Stack>
  )
}

function Opening({ lesson, onChange }: Pick<LessonPanelProps, 'lesson' | 'onChange'>) {
  const { drip } = lesson
  return (
    <>
      <NativeSelect
        label="Opens"
        data={dripRules.map(value => ({ value, label: dripNames[value] }))}
        value={drip.rule}
        onChange={event => onChange({ drip: { ...drip, rule: event.currentTarget.value as typeof drip.rule } })}
      />
      {drip.rule === 'days' ? (
        <NumberInput
          label="Days"
          min={0}
          max={1_000}
          allowDecimal={false}
          value={drip.days}
          onChange={value => onChange({ drip: { ...drip, days: Number(value) || 0 } })}
        />
      ) : null}
      {drip.rule === 'date' ? (
        <TextInput
          type="date"
          label="Date"
          value={drip.date}
          onChange={event => onChange({ drip: { ...drip, date: event.currentTarget.value } })}
        />
      ) : null}
    </>
  )
}
