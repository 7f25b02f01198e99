import { isbot } from 'isbot'

/** A request for an address that is counted. */
export interface Fetch {
  method: string
  userAgent: string
  /** Milliseconds since the message was sent; null where that isn't known. */
  since: number | null
}

/** Programs that look into every message before its reader does. */
const scanners =
  /barracuda|proofpoint|mimecast|safelinks|microsoft office|ms-office|symantec|messagelabs|fireeye|trend ?micro|sophos|forcepoint|ironport|cisco|zscaler|checkpoint|avanan|vade|hornetsecurity|urldefense|google-safety|virustotal|curl|wget|python|go-http|java\/|okhttp|headless/i
/** Milliseconds: nobody reads and clicks so fast, but carriers look into every text as it passes. */
export const TOO_FAST = 2_000

/** Why a click was no person's; undefined where it was one. */
export function machineClick({ method, userAgent, since }: Fetch): string | undefined {
  if (method === 'HEAD') return 'head'
  if (!userAgent || scanners.test(userAgent) || isbot(userAgent)) return 'agent'
  if (since !== null && since < TOO_FAST) return 'speed'
}
