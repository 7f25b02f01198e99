import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type FieldOfCode, fieldErrors } from './field-errors.ts'
import { toast, toastError } from './toast.tsx'

export interface MutateOptions {
  /** What lies under these keys is fetched again, whether it worked or not. */
  keys?: readonly QueryKey[]
  /** A form of Mantine: refusals land on its fields, the rest is `problem`, and a second press while busy does nothing. */
  form?: { setErrors: (errors: Record<string, string>) => void }
  /** Field of a declared error code, where the error itself doesn't name it. */
  fields?: FieldOfCode
}
export interface Said {
  /** A toast when it is done. */
  done?: string
  /** The title of the toast of a refusal, without a form. */
  failed?: string
  /** Undoes it, by a button of the toast. */
  undo?: () => Promise<unknown>
}

/** The one way of changing something on the server: says what came of it and shows everything as it is then. */
export function useMutate({ keys = [], form, fields }: MutateOptions) {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  // State is a render behind a double click.
  const running = useRef(false)

  /** @returns whether it was done */
  async function run(work: () => Promise<unknown>, { done, failed = 'That did not work', undo }: Said = {}) {
    if (form && running.current) return false
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      await work()
      if (done) toast(done, undo)
      return true
    } catch (error) {
      const found = form ? fieldErrors(error, fields) : {}
      if (Object.keys(found).length > 0) form?.setErrors(found)
      else if (form) setProblem(error)
      else toastError(error, failed)
      return false
    } finally {
      running.current = false
      setBusy(false)
      for (const queryKey of keys) await queries.invalidateQueries({ queryKey })
    }
  }
  return { run, busy, problem, forget: () => setProblem(null) }
}
