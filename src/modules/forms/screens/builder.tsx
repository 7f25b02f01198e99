import { Paper, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { Problem } from '#ui/problem.tsx'
import { useMay } from '#web/me.tsx'
import { AddField } from './add-field.tsx'
import { FieldList } from './field-list.tsx'
import { FormPreview } from './form-preview.tsx'
import classes from './forms.module.css'
import { Keeping } from './keeping.tsx'
import { type Form, type FormDraft, fieldChanges } from './use-form-draft.ts'

/** Fields on the left, the page as it will be on the right. */
export function Builder({ form, draft }: { form: Form; draft: FormDraft }) {
  const mayWrite = useMay('content.write')
  const [open, setOpen] = useState<string | null>(null)
  const changes = fieldChanges(draft)
  const { problem, conflict } = draft
  return (
    <div className={classes.columns}>
      <fieldset disabled={!mayWrite} className={classes.fieldset}>
        <Stack>
          {conflict ? null : <Problem error={problem} />}
          <Opening draft={draft} />
          <section aria-label="Fields">
            <FieldList form={form} draft={draft} changes={changes} open={open} onOpen={setOpen} disabled={!mayWrite} />
            {mayWrite ? (
              <AddField
                taken={draft.words.draft.fields.map(field => field.key)}
                onAdd={field => setOpen(changes.add(field, draft.words.draft.fields.length))}
              />
            ) : null}
          </section>
          <Closing draft={draft} />
          <Keeping draft={draft} />
        </Stack>
      </fieldset>
      <FormPreview form={form} definition={draft.words.draft} />
    </div>
  )
}

type Word = 'title' | 'intro' | 'button' | 'thanksTitle' | 'thanksText' | 'redirect' | 'closedText'

function useWord({ words, set, errors }: FormDraft) {
  return (name: Word) => ({
    value: words.draft[name] ?? '',
    error: errors[`draft.${name}`],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      set(now => ({
        ...now,
        // The name follows the title until someone gives it another one.
        ...(name === 'title' && value.trim() && now.name === now.draft.title && { name: value }),
        draft: { ...now.draft, [name]: value },
      }))
    },
  })
}

function Opening({ draft }: { draft: FormDraft }) {
  const word = useWord(draft)
  return (
    <Paper p="lg">
      <Stack gap="sm">
        <TextInput label="Title" required maxLength={120} {...word('title')} />
        <Textarea label="Introduction" autosize minRows={2} maxRows={6} maxLength={2000} {...word('intro')} />
      </Stack>
    </Paper>
  )
}

function Closing({ draft }: { draft: FormDraft }) {
  const word = useWord(draft)
  return (
    <Paper p="lg" component="section">
      <Stack gap="sm">
        <Title order={2} size="h3">
          After the last field
        </Title>
        <TextInput label="Button" required maxLength={60} {...word('button')} />
        <TextInput label="Thank-you page: heading" required maxLength={120} {...word('thanksTitle')} />
        <Textarea
          label="Thank-you page: text"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          {...word('thanksText')}
        />
        <TextInput
          label="Or go to this page"
          description="Shown instead of the thank-you message. A kiosk always shows the message."
          placeholder="https://"
          maxLength={500}
          {...word('redirect')}
        />
        <Textarea
          label="Closed message"
          description="Shown instead of the standard text when the form is full or past its last day."
          autosize
          minRows={1}
          maxRows={6}
          maxLength={1000}
          {...word('closedText')}
        />
      </Stack>
    </Paper>
  )
}
