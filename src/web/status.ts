/** What `GET /rest/v1/status` says to anyone. */
export interface ServiceStatus {
  demo: boolean
  providers: { name: string; state: 'live' | 'sandbox' | 'missing' }[]
  version: string
}

// By plain fetch: the sign-in page asks this too, and must not load the API client for it.
export async function readStatus(signal?: AbortSignal): Promise<ServiceStatus> {
  const response = await fetch('/rest/v1/status', { signal, headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}
