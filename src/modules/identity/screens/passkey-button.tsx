import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Problem } from './auth-page.tsx'

/** Where this browser can use one; the ceremony is loaded by the click. */
export function PasskeyButton() {
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => setMissing(!('PublicKeyCredential' in window)), [])

  async function signIn() {
    setBusy(true)
    setProblem(undefined)
    const { passkeyProblem, proveByPasskey } = await import('../widgets/use-passkey.ts')
    setProblem(await proveByPasskey().then(() => undefined, passkeyProblem))
    setBusy(false)
  }

  if (missing) return null
  return (
    <>
      <Problem>{problem}</Problem>
      <Button variant="default" fullWidth loading={busy} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
    </>
  )
}
