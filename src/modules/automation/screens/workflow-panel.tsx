import { Kbd, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { categories } from '../templates/rules/categories.ts'
import classes from './editor.module.css'
import { PanelHead } from './step-panel.tsx'
import { useEditor } from './use-editor.ts'

/** Name, description and category, and how the canvas is used by keyboard. */
export function WorkflowPanel() {
  const { draft, mayWrite } = useEditor()
  const { words, set, errors } = draft
  return (
    <Stack gap="md">
      <PanelHead title="About this workflow" />
      <fieldset disabled={!mayWrite} className={classes.fieldset}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            required
            maxLength={120}
            value={words.name}
            error={words.name.trim() ? errors.name : 'Please enter a name'}
            onChange={event => set({ name: event.currentTarget.value })}
          />
          <Textarea
            label="Description"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2000}
            value={words.description}
            error={errors.description}
            onChange={event => set({ description: event.currentTarget.value })}
          />
          <NativeSelect
            label="Category"
            value={words.category}
            data={[
              { value: '', label: 'None' },
              ...new Set<string>([...categories, ...(words.category ? [words.category] : [])]),
            ]}
            onChange={event => set({ category: event.currentTarget.value })}
          />
        </Stack>
      </fieldset>
      <Keys />
    </Stack>
  )
}

const keys: [keys: string[], does: string][] = [
  [['↑', '↓', '←', '→'], 'Walk from step to step'],
  [['Enter'], 'Open the step'],
  [['A'], 'Add a step below'],
  [['Alt', '↑'], 'Move the step up, or ↓ down'],
  [['Ctrl', 'C'], 'Copy; X cuts, V pastes, D duplicates'],
  [['Delete'], 'Delete the step'],
  [['Ctrl', 'Z'], 'Undo; with Shift redo'],
]

const Keys = () => (
  <section aria-labelledby="keys" className={classes.keys}>
    <Text size="sm" fw={550} id="keys">
      Keyboard
    </Text>
    <dl>
      {keys.map(([names, does]) => (
        <div key={does}>
          <dt>
            {names.map(name => (
              <Kbd key={name} size="xs">
                {name}
              </Kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </section>
)
