import { Modal, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { signOut } from './session.ts'

const SecondFactor = lazy(() =>
  import('#identity/widgets/second-factor.tsx').then(module => ({ default: module.SecondFactor })),
)

type Answer = (confirmed: boolean) => void
let ask: ((answer: Answer) => void) | undefined
let asked: Promise<boolean> | undefined

/** Asks for the second factor, once for all requests that wait for it. @returns whether it was shown */
export function confirmSecondFactor(): Promise<boolean> {
  asked ??= new Promise<boolean>(answer => (ask ? ask(answer) : answer(false))).finally(() => (asked = undefined))
  return asked
}

/** Whether a refusal of the API, or of the identity service, is for want of a second factor. */
export async function wantsSecondFactor(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const said = await response
    .clone()
    .json()
    .catch(() => null)
  return said?.code === 'AAL2_REQUIRED'
}

/** Runs a call of the identity client again after the second factor was shown. */
export async function withSecondFactor<T extends { error: { code?: string } | null }>(
  work: () => Promise<T>,
): Promise<T> {
  const first = await work()
  return first.error?.code === 'insufficient_aal' && (await confirmSecondFactor()) ? work() : first
}

/** The dialog; mounted once around the signed-in screens. Without the factor nothing works there, so it can't be put off. */
export function Assurance() {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    ask = next => setAnswer(() => next)
    return () => {
      ask = undefined
    }
  }, [])
  const close = (confirmed: boolean) => {
    answer?.(confirmed)
    setAnswer(undefined)
  }
  return (
    <Modal
      opened={answer !== undefined}
      onClose={() => {}}
      title="Confirm it's you"
      size="sm"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text c="dimmed" mb="md">
        Two-factor authentication is on for your account. Please confirm to continue.
      </Text>
      <Suspense fallback={null}>
        {answer ? (
          <SecondFactor
            onDone={() => close(true)}
            cancel={{ label: 'Sign out', onClick: () => void signOut().then(() => close(false)) }}
          />
        ) : null}
      </Suspense>
    </Modal>
  )
}
