import { createContext, type ReactNode, useContext } from 'react'
import { may, notForSupport, type Permission } from '#kernel/permissions.ts'
import type { client } from './api.ts'

export type Mine = Awaited<ReturnType<typeof client.clients.mine>>
export type Account = Mine['accounts'][number]

export interface Me {
  user: Mine['user']
  accounts: Account[]
  /** the account one is in */
  account: Account
  may: (permission: Permission) => boolean
  enter: (accountId: string) => void
}

const MeContext = createContext<Me | null>(null)

export function MeProvider({ value, children }: { value: Omit<Me, 'may'>; children: ReactNode }) {
  const { role, supportUntil } = value.account
  const allowed = (permission: Permission) => may(role, permission) && !(supportUntil && notForSupport.has(permission))
  const me = { ...value, may: allowed }
  return <MeContext value={me}>{children}</MeContext>
}

/** Who is signed in, in which account, and what they may do there. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe outside the signed-in screens')
  return me
}

export const useMay = (permission: Permission) => useMe().may(permission)
