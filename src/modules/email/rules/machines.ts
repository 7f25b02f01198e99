import { isbot } from 'isbot'

export interface Fetch {
  method: string
  userAgent: string
  /** Milliseconds since the mail left; null where it isn't known. */
  since: number | null
}

/** Looks into every mail before its reader does. */
const scanners =
  /barracuda|proofpoint|mimecast|safelinks|microsoft office|ms-office|symantec|messagelabs|fireeye|trend ?micro|sophos|forcepoint|ironport|cisco|zscaler|checkpoint|avanan|vade|hornetsecurity|urldefense|google-safety|virustotal|curl|wget|python|go-http|java\/|okhttp|headless/i
/** Nobody reads so fast. */
const TOO_FAST = 2_000

/** Why a click was no person's; undefined where it was one. */
export function machineClick({ method, userAgent, since }: Fetch): string | undefined {
  if (method === 'HEAD') return 'head'
  if (!userAgent || scanners.test(userAgent) || isbot(userAgent)) return 'agent'
  if (since !== null && since < TOO_FAST) return 'speed'
}

/** The same of a picture: Apple’s mail fetches it by itself under this name, whether anybody looks or not. */
export const machineOpen = (fetch: Fetch): string | undefined =>
  /^Mozilla\/5\.0$/.test(fetch.userAgent.trim()) ? 'agent' : googleShows(fetch) ? undefined : machineClick(fetch)

/** Gmail’s own cache fetches when somebody looks. */
const googleShows = ({ method, userAgent, since }: Fetch) =>
  method === 'GET' && /GoogleImageProxy/i.test(userAgent) && (since === null || since >= TOO_FAST)
