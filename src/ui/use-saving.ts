import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { type FieldOfCode, fieldErrors } from './field-errors.ts'

/** Saves what a form holds: a refusal lands on its field, anything else is `problem`, and nothing typed is lost. */
export function useSaving(form: Pick<UseFormReturnType<any>, 'setErrors'>, fields?: FieldOfCode) {
  const [problem, setProblem] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  async function save(work: () => Promise<unknown>): Promise<void> {
    setProblem(null)
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const found = fieldErrors(error, fields)
      if (Object.keys(found).length > 0) form.setErrors(found)
      else setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return { problem, busy, save }
}
