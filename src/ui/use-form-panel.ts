import type { UseFormReturnType } from '@mantine/form'
import { type FormEvent, useEffect, useState } from 'react'
import { confirm } from './confirm.tsx'
import type { FieldOfCode } from './field-errors.ts'
import { keepDraft, readDraft } from './kept-draft.ts'
import { onFields, type Schema, schemaErrors } from './schema-errors.ts'
import { useMutate } from './use-mutate.ts'

export interface FormPanelProps<Values extends Record<string, unknown>> {
  opened: boolean
  /** called once saved, or once the person agreed to lose what they typed */
  onClose: () => void
  title: string
  form: UseFormReturnType<Values>
  /** saves; a rejection keeps the panel open, with every word in it. `false`: closes without being saved */
  onSubmit: (values: Values) => Promise<unknown>
  submitLabel: string
  /** field of a declared error code, where the error itself does not name it */
  fields?: FieldOfCode
  /** the contract's own schema, fetched when it is needed */
  schema?: () => Promise<Schema>
  /** keeps what is typed under this name when the panel is closed and when the tab is reloaded, instead of asking */
  keepAs?: string
}

/** What FormDialog and FormDrawer do alike. */
export function useFormPanel<Values extends Record<string, unknown>>(props: FormPanelProps<Values>) {
  const { form, onSubmit, onClose, fields, schema } = props
  const setErrors = (errors: Record<string, string>) => form.setErrors(onFields(errors, form.getValues()))
  const { run, busy, problem, forget } = useMutate({ form: { setErrors }, ...(fields && { fields }) })
  const draft = useKeptForm(props)

  const done = () => {
    forget()
    onClose()
    form.reset()
  }

  const save = (values: Values) =>
    run(async () => {
      const wrong = schema ? schemaErrors(await schema(), values) : {}
      if (Object.keys(wrong).length > 0) return setErrors(wrong)
      await onSubmit(values)
      draft.forget()
      done()
    })

  async function close() {
    if (busy) return
    if (props.keepAs) draft.keep()
    else if (form.isDirty() && !(await confirmLoss())) return
    done()
  }

  return {
    busy,
    failure: problem,
    close: () => void close(),
    draft,
    submit: (event: FormEvent<HTMLFormElement>) => form.onSubmit(values => void save(values))(event),
  }
}

/** What was typed into a form that was closed or reloaded before it was saved is there when it is opened again. */
function useKeptForm<Values extends Record<string, unknown>>({ form, opened, keepAs }: FormPanelProps<Values>) {
  const [restored, setRestored] = useState(false)
  const store = (value: Values | null) => keepAs && keepDraft(keepAs, value && { version: 0, value })
  const keep = () => store(form.isDirty() ? form.getValues() : null)
  const forget = () => store(null)
  useEffect(() => {
    const kept = opened && keepAs ? readDraft<Values>(keepAs) : undefined
    if (kept) form.setValues(kept.value)
    setRestored(kept !== undefined)
  }, [opened, keepAs])
  useEffect(() => {
    if (!opened || !keepAs) return
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  })
  const discard = () => {
    forget()
    form.reset()
    setRestored(false)
  }
  return { keep, forget, discard, restored }
}

const confirmLoss = () =>
  confirm({
    title: 'Close without saving?',
    text: 'What you typed here has not been saved yet.',
    confirm: 'Close without saving',
    cancel: 'Keep editing',
    danger: true,
  })
