import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { passkeysWork } from '../rules.ts'
import { Problem } from './auth-page.tsx'

/** Where this browser can use one; the ceremony is loaded by the click. */
export function PasskeyButton() {
  const [offered, setOffered] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => setOffered('PublicKeyCredential' in window && passkeysWork(location.hostname)), [])

  async function signIn() {
    setBusy(true)
    setProblem(undefined)
    const { passkeyProblem, proveByPasskey } = await import('../widgets/use-passkey.ts')
    setProblem(await proveByPasskey().then(() => undefined, passkeyProblem))
    setBusy(false)
  }

  if (!offered) return null
  return (
    <>
      <Problem>{problem}</Problem>
      <Button variant="default" fullWidth loading={busy} onClick={() => void signIn()}>
        Sign in with a passkey
      </Button>
    </>
  )
}
