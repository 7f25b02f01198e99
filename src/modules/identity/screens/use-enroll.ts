import { useEffect, useRef, useState } from 'react'
import { withSecondFactor } from '#web/assurance.tsx'
import { auth } from '#web/session.ts'
import type { FactorOfUser } from '../rules.ts'
import { sentence } from '../widgets/use-second-factor.ts'

export interface EnrollProps {
  /** factors that are there, finished or not */
  taken: FactorOfUser[]
  onClose: () => void
  onDone: () => void
}

export interface Enrolled {
  id: string
  /** of an app */
  totp?: { qr_code: string; secret: string }
}

/** "Authenticator app", "Authenticator app 2" … */
export function freeName(name: string, taken: FactorOfUser[]): string {
  const names = new Set(taken.map(({ friendly_name }) => friendly_name))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? name : `${name} ${n}`
    if (!names.has(candidate)) return candidate
  }
}

/** Sets a factor up in two steps: enroll, then the first code. What was begun and left is taken away again. */
export function useEnroll({ taken, onDone }: EnrollProps) {
  const [factor, setFactor] = useState<Enrolled>()
  const [challengeId, setChallengeId] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const open = useRef<string>(undefined)
  useEffect(() => () => void (open.current && auth().mfa.unenroll({ factorId: open.current })), [])

  async function attempt(work: () => Promise<string | undefined>) {
    setBusy(true)
    setProblem(undefined)
    const wrong = await work().catch((error: Error) => sentence(error))
    setBusy(false)
    setProblem(wrong)
  }

  const begin = (kind: 'totp' | 'phone', phone = '') =>
    attempt(async () => {
      const name = freeName(kind === 'totp' ? 'Authenticator app' : 'Phone', taken)
      const { data, error } = await withSecondFactor<EnrollAnswer>(() =>
        kind === 'totp'
          ? auth().mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: 'Lampstand' })
          : auth().mfa.enroll({ factorType: 'phone', friendlyName: name, phone }),
      )
      if (error || !data) return sentence(error)
      open.current = data.id
      if (kind === 'phone') {
        const asked = await auth().mfa.challenge({ factorId: data.id })
        if (asked.error) return sentence(asked.error)
        setChallengeId(asked.data.id)
      }
      setFactor(data)
    })

  const finish = (code: string) =>
    attempt(async () => {
      const factorId = factor!.id
      const { error } = challengeId
        ? await auth().mfa.verify({ factorId, challengeId, code })
        : await auth().mfa.challengeAndVerify({ factorId, code })
      if (error) return sentence(error)
      open.current = undefined
      onDone()
    })
  return { factor, problem, busy, begin, finish }
}

interface EnrollAnswer {
  data: Enrolled | null
  error: { code?: string; message: string } | null
}
