import { type FormEvent, useRef, useState } from 'react'

type Errors<Values> = Partial<Record<keyof Values, string>>

/** Where a refusal is said: by field, or under `form` when it is about none. */
export type Refusal<Values> = Errors<Values> & { form?: string }

export interface AuthFormOptions<Values extends Record<string, string>> {
  initial: Values
  validate: (values: Values) => Errors<Values>
  /** resolves to what was refused, or to nothing when it worked */
  send: (values: Values) => Promise<Refusal<Values> | undefined>
}

/** A form that keeps what was typed, says what is wrong beside the field and can't be sent twice at once. */
export function useAuthForm<Values extends Record<string, string>>(options: AuthFormOptions<Values>) {
  const [values, setValues] = useState(options.initial)
  const [errors, setErrors] = useState<Refusal<Values>>({})
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    const wrong = options.validate(values)
    const first = Object.keys(values).find(name => wrong[name])
    setErrors(wrong)
    if (first) return form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    sending.current = true
    setBusy(true)
    try {
      setErrors((await options.send(values)) ?? {})
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const take = useTyped((name, typed) => setValues(current => ({ ...current, [name]: typed })))

  const field = (name: keyof Values & string) => ({
    name,
    ref: (input: HTMLInputElement | null) => take(name, input),
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues(current => ({ ...current, [name]: value }))
      setErrors(current => ({ ...current, [name]: undefined }))
    },
  })

  return {
    values,
    busy,
    problem: errors.form,
    field,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
  }
}

/** What was typed or filled in before the page was awake stands in the document alone; each field is asked once. */
function useTyped(tell: (name: string, typed: string) => void) {
  const asked = useRef(new Set<string>())
  return (name: string, input: HTMLInputElement | null) => {
    if (!input || asked.current.has(name)) return
    asked.current.add(name)
    if (input.value) tell(name, input.value)
  }
}
