import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { contract } from '#app/contract.ts'
import { accountId } from './account.ts'
import { confirmSecondFactor, wantsSecondFactor } from './assurance.tsx'
// Methods and paths only: the shapes, and zod with them, stay on the server.
import routes from './contract.json' with { type: 'json' }
import { loginPath } from './guard.ts'
import { currentSession, signOut } from './session.ts'

/** The server could not be reached, or nothing that speaks for it answered. Screens offer Retry. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

const accountHeader = 'lampstand-client'

/** Says who is asking and for which account: the one that is open when it is called, unless another is given. */
export async function requestHeaders(account = accountId()): Promise<Record<string, string>> {
  const session = await currentSession()
  return {
    ...(session ? { authorization: `Bearer ${session.access_token}` } : {}),
    ...(account ? { [accountHeader]: account } : {}),
  }
}

let leaving = false

async function sendToLogin() {
  if (leaving) return
  leaving = true
  const back = loginPath(location.href)
  await signOut()
  location.replace(back)
}

async function send(request: Request, init: RequestInit) {
  const response = await fetch(request, init).catch(error => {
    if (request.signal.aborted) throw error
    throw new ConnectionError('Network error. Please check your connection and try again.')
  })
  if (response.status === 401) void sendToLogin()
  const ours = response.headers.get('content-type')?.includes('json') ?? false
  if (response.status >= 500 && !ours) throw new ConnectionError('The server is not responding. Please try again.')
  return response
}

/** What was refused for want of a second factor is asked for again once it was shown. */
async function reach(request: Request, init: RequestInit = {}) {
  const spare = request.clone()
  const account = request.headers.get(accountHeader)
  const response = await send(request, init)
  if (!(await wantsSecondFactor(response)) || !(await confirmSecondFactor())) return response
  const again = new Request(spare)
  for (const [name, value] of Object.entries(await requestHeaders(account))) again.headers.set(name, value)
  return send(again, init)
}

/** What lies beside the contract: files. Refused, it throws the sentence; the second factor is asked for like anywhere. */
export async function fetchFile(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...(await requestHeaders()), ...(init.headers as Record<string, string>) }
  const response = await reach(new Request(new URL(path, location.origin), { ...init, headers }))
  if (response.ok) return response
  throw new Error((await response.json().catch(() => null))?.message ?? 'This file no longer exists.')
}

const link = new OpenAPILink<{ account?: string | null }>(routes as unknown as typeof contract, {
  url: () => `${location.origin}/rest/v1`,
  headers: ({ context }) => requestHeaders(context.account),
  fetch: (request, init) => reach(request, init as RequestInit),
})

// The account is noted before anything is awaited: what a screen saves while it is left goes to the account it was for.
const noted: typeof link.call = (path, input, options) =>
  link.call(path, input, { ...options, context: { ...options.context, account: accountId() } })

/** Calls of the API, typed by its contract; dates are ISO strings. A declared refusal rejects with its `code`. */
export const client: JsonifiedClient<ContractRouterClient<typeof contract>> = createORPCClient({ call: noted })

/** The same as TanStack Query options: `api.leads.list.queryOptions({ input })`. */
export const api = createTanstackQueryUtils(client)
