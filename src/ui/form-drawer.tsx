import { Alert, Button, Drawer, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type FormEvent, type ReactNode, useState } from 'react'
import { confirm } from './confirm.tsx'
import { type FieldOfCode, fieldErrors } from './field-errors.ts'
import classes from './form-drawer.module.css'
import { messageOf } from './message.ts'

export interface FormDrawerProps<Values extends Record<string, unknown>> {
  opened: boolean
  /** called once saved, or once the person agreed to lose what they typed */
  onClose: () => void
  title: string
  form: UseFormReturnType<Values>
  /** saves; a rejection keeps the drawer open, with every word in it */
  onSubmit: (values: Values) => Promise<unknown>
  submitLabel: string
  /** field of a declared error code, where the error itself does not name it */
  fields?: FieldOfCode
  /** left of the buttons */
  foot?: ReactNode
  children: ReactNode
}

export function FormDrawer<Values extends Record<string, unknown>>(props: FormDrawerProps<Values>) {
  const { opened, title, submitLabel, foot, children } = props
  const { busy, failure, submit, close } = useFormDrawer(props)
  return (
    <Drawer opened={opened} onClose={close} title={title} classNames={{ content: classes.content, body: classes.body }}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <Stack gap="md" className={classes.fields}>
          {failure ? (
            <Alert color="red" role="alert">
              {messageOf(failure)} Nothing you typed is lost.
            </Alert>
          ) : null}
          {children}
        </Stack>
        <div className={classes.foot}>
          {foot}
          <Button variant="default" onClick={close} ml="auto">
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Drawer>
  )
}

function useFormDrawer<Values extends Record<string, unknown>>(props: FormDrawerProps<Values>) {
  const { form, onSubmit, onClose, fields } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)

  const done = () => {
    setFailure(null)
    onClose()
    form.reset()
  }

  async function save(values: Values) {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      await onSubmit(values)
      done()
    } catch (error) {
      const found = fieldErrors(error, fields)
      if (Object.keys(found).length > 0) form.setErrors(found)
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }

  async function close() {
    if (busy) return
    if (form.isDirty() && !(await confirmLoss())) return
    done()
  }

  return {
    busy,
    failure,
    close: () => void close(),
    submit: (event: FormEvent<HTMLFormElement>) => form.onSubmit(save)(event),
  }
}

const confirmLoss = () =>
  confirm({
    title: 'Close without saving?',
    text: 'What you typed here has not been saved yet.',
    confirm: 'Close without saving',
    cancel: 'Keep editing',
    danger: true,
  })
