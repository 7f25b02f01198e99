import { Alert } from '@mantine/core'
import { messageOf } from './message.ts'

/** What went wrong with a form, where it is about no field. */
export function Problem({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert">
      {messageOf(error)} Nothing you typed is lost.
    </Alert>
  )
}
