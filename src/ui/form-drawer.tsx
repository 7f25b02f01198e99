import { Button, Drawer, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-drawer.module.css'
import { Problem } from './problem.tsx'
import { RestoredDraft } from './restored-draft.tsx'
import { type FormPanelProps, useFormPanel } from './use-form-panel.ts'

export interface FormDrawerProps<Values extends Record<string, unknown>> extends FormPanelProps<Values> {
  /** left of the buttons */
  foot?: ReactNode
  children: ReactNode
}

/** A form beside the screen it belongs to. Refusals land on their fields; closing asks where something was typed. */
export function FormDrawer<Values extends Record<string, unknown>>(props: FormDrawerProps<Values>) {
  const { opened, title, submitLabel, foot, children } = props
  const { busy, failure, submit, close, draft } = useFormPanel(props)
  return (
    <Drawer opened={opened} onClose={close} title={title} classNames={{ content: classes.content, body: classes.body }}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <Stack gap="md" className={classes.fields}>
          <Problem error={failure} />
          <RestoredDraft draft={draft} />
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
