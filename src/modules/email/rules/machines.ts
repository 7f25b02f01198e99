import { type Fetch, machineClick, TOO_FAST } from '#links/rules/machines.ts'

/** Why no person fetched the picture: Apple’s mail does so by itself under this name, whether anyone looks or not. */
export const machineOpen = (fetch: Fetch): string | undefined =>
  /^Mozilla\/5\.0$/.test(fetch.userAgent.trim()) ? 'agent' : googleShows(fetch) ? undefined : machineClick(fetch)

/** Gmail’s own cache fetches when someone looks. */
const googleShows = ({ method, userAgent, since }: Fetch) =>
  method === 'GET' && /GoogleImageProxy/i.test(userAgent) && (since === null || since >= TOO_FAST)
