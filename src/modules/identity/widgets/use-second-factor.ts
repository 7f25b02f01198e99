import { useCallback, useEffect, useState } from 'react'
import { auth } from '#web/session.ts'
import { type FactorOfUser, factorName, passkeysWork, usable } from '../rules.ts'
import { passkeyProblem, proveByPasskey, proveBySecurityKey } from './use-passkey.ts'

export type Way =
  | { kind: 'factor'; key: string; label: string; factor: FactorOfUser }
  | { kind: 'recovery'; key: string; label: string }
  | { kind: 'passkey'; key: string; label: string }

/** How this person can prove who they are: a security key first, then an app, texts, a passkey, and what they recorded. */
async function waysOf(): Promise<Way[]> {
  const { data, error } = await auth().getUser()
  if (error) throw error
  const known = usable(data.user.factors as FactorOfUser[] | undefined)
  const works = passkeysWork(location.hostname)
  const factors = known.filter(factor => works || factor.factor_type !== 'webauthn')
  factors.sort((a, b) => b.factor_type.localeCompare(a.factor_type))
  const ways: Way[] = factors.map(factor => ({ kind: 'factor', key: factor.id, label: factorName(factor), factor }))
  const [passkeys, codes] = await Promise.all([auth().passkey.list(), auth().mfa.recoveryCodes.getStatus()])
  if (passkeys.data?.length && works) ways.push({ kind: 'passkey', key: 'passkey', label: 'Passkey' })
  if (codes.data?.remaining) ways.push({ kind: 'recovery', key: 'recovery', label: 'Recovery code' })
  return ways
}

/** Asks for the second factor: the ways to choose from, a text where one is needed, and the proof itself. */
export function useSecondFactor(onDone: () => void) {
  const [ways, setWays] = useState<Way[]>()
  const [way, setWay] = useState<Way>()
  const [challengeId, setChallengeId] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const load = useCallback(() => {
    setProblem(undefined)
    waysOf().then(
      found => {
        setWays(found)
        setWay(found[0])
      },
      error => setProblem(error.message || 'Something went wrong. Please try again.'),
    )
  }, [])
  useEffect(load, [load])

  async function attempt(work: () => Promise<string | undefined>) {
    setBusy(true)
    setProblem(undefined)
    const wrong = await work().catch(passkeyProblem)
    setBusy(false)
    if (wrong) setProblem(wrong)
  }
  const choose = (next: Way) => {
    setWay(next)
    setChallengeId(undefined)
    setProblem(undefined)
  }
  const text = (factorId: string) =>
    attempt(async () => {
      const { data, error } = await auth().mfa.challenge({ factorId })
      if (error) return sentence(error)
      setChallengeId(data.id)
    })
  const prove = (code: string) =>
    attempt(async () => {
      const wrong = await proof(way!, code, challengeId)
      if (wrong) return wrong
      onDone()
    })
  return { ways, way, busy, problem, texted: challengeId !== undefined, choose, text, prove, reload: load }
}

async function proof(way: Way, code: string, challengeId: string | undefined): Promise<string | undefined> {
  if (way.kind === 'passkey') return void (await proveByPasskey())
  if (way.kind === 'recovery') return sentence((await auth().mfa.recoveryCodes.verify({ code })).error)
  const factorId = way.factor.id
  if (way.factor.factor_type === 'webauthn') return byKey(factorId)
  const { error } = challengeId
    ? await auth().mfa.verify({ factorId, challengeId, code })
    : await auth().mfa.challengeAndVerify({ factorId, code })
  return sentence(error)
}

const byKey = (factorId: string) =>
  proveBySecurityKey(factorId).then(
    () => undefined,
    (error: unknown) => passkeyProblem(error, 'security key') ?? 'Nothing was confirmed. Please try again.',
  )

/** The service's refusals, as one says them to a person. */
export function sentence(error: { code?: string; message: string; status?: number } | null): string | undefined {
  if (!error) return undefined
  if (error.code === 'mfa_verification_failed') return 'That code is wrong or was already used. Please try again.'
  if (error.code === 'mfa_challenge_expired') return 'That code has expired. Please ask for a new one.'
  if (error.status === 429) return 'Too many attempts. Please wait ten minutes.'
  if (error.message.includes('fetch')) return 'Network error. Please check your connection and try again.'
  return error.message
}
