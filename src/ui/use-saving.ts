import type { UseFormReturnType } from '@mantine/form'
import type { FieldOfCode } from './field-errors.ts'
import { useMutate } from './use-mutate.ts'

/** `useMutate` for a form: a refusal lands on its field, anything else is `problem`, and nothing typed is lost. */
export function useSaving(form: Pick<UseFormReturnType<any>, 'setErrors'>, fields?: FieldOfCode) {
  const { run, busy, problem } = useMutate({ form, ...(fields && { fields }) })
  const save = async (work: () => Promise<unknown>): Promise<void> => void (await run(work))
  return { problem, busy, save }
}
