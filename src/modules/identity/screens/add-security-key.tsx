import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { toastError } from '#ui/toast.tsx'
import { withSecondFactor } from '#web/assurance.tsx'
import { auth } from '#web/session.ts'
import { type FactorOfUser, passkeysWork } from '../rules.ts'
import { passkeyProblem, proveBySecurityKey } from '../widgets/use-passkey.ts'
import { sentence } from '../widgets/use-second-factor.ts'
import { freeName } from './use-enroll.ts'

/** Where this browser can use one. A factor whose key was not registered is removed again. */
export function AddSecurityKey({ taken, onDone }: { taken: FactorOfUser[]; onDone: () => void }) {
  const [works, setWorks] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => setWorks(passkeysWork(location.hostname) && 'PublicKeyCredential' in window), [])

  async function add() {
    setBusy(true)
    const wrong = await register(freeName('Security key', taken))
    setBusy(false)
    if (wrong) toastError(new Error(wrong), 'The security key was not set up')
    else if (wrong === undefined) onDone()
  }

  if (!works) return null
  return (
    <Button
      variant="default"
      leftSection={<IconKey size={16} stroke={1.75} />}
      loading={busy}
      onClick={() => void add()}
    >
      Set up a security key
    </Button>
  )
}

/** What went wrong; '' where the person canceled. */
async function register(friendlyName: string): Promise<string | undefined> {
  const { data, error } = await withSecondFactor(() => auth().mfa.enroll({ factorType: 'webauthn', friendlyName }))
  if (error || !data) return sentence(error) ?? ''
  try {
    await proveBySecurityKey(data.id)
    return undefined
  } catch (failed) {
    await auth().mfa.unenroll({ factorId: data.id })
    return passkeyProblem(failed, 'security key') ?? ''
  }
}
