import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { requestHeaders } from '#web/api.ts'
import { auth } from '#web/session.ts'
import type { FactorOfUser } from '../rules.ts'

export interface SessionOfUser {
  id: string
  created_at: string
  refreshed_at: string
  ip: string
  user_agent: string
  aal: 'aal1' | 'aal2'
  current: boolean
}

/** A call of the identity service that the official client has no word for. */
export async function identityCall<T>(method: 'GET' | 'DELETE', path: string): Promise<T> {
  const response = await fetch(`/auth/v1${path}`, { method, headers: await requestHeaders() })
  if (response.status === 204) return undefined as T
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

const key = (what: string) => ['identity', what]

/** The official client answers with what went wrong; a query throws it. */
async function value<T>(answer: Promise<{ data: T; error: Error | null }>): Promise<NonNullable<T>> {
  const { data, error } = await answer
  if (error) throw error
  return data as NonNullable<T>
}

async function readUser(): Promise<User> {
  const { data, error } = await auth().getUser()
  if (error) throw error
  return data.user
}

export const useUser = () => useQuery({ queryKey: key('user'), queryFn: readUser })

export const useFactors = () => {
  const user = useUser()
  return { ...user, data: user.data && ((user.data.factors ?? []) as FactorOfUser[]) }
}

export const useRecoveryCodes = (shown: boolean) =>
  useQuery({ queryKey: key('codes'), queryFn: () => value(auth().mfa.recoveryCodes.getStatus()), enabled: shown })

export const usePasskeys = () => useQuery({ queryKey: key('passkeys'), queryFn: () => value(auth().passkey.list()) })

/** What this account is used to sign in to elsewhere. */
export const useGrants = () => useQuery({ queryKey: key('grants'), queryFn: () => value(auth().oauth.listGrants()) })

export const useSessions = () =>
  useQuery({ queryKey: key('sessions'), queryFn: () => identityCall<SessionOfUser[]>('GET', '/sessions') })

/** What this server can do: whether codes by text arrive. */
export const useOffers = () =>
  useQuery({
    queryKey: key('settings'),
    queryFn: () => identityCall<{ mfa: { phone: boolean } }>('GET', '/settings'),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Everything about oneself is read anew. */
export function useRefresh() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['identity'] })
}
