/** What an account begins with: inside of every federal rule, and of most of those of states. */
export const defaultCompliance = {
  respectDnc: true,
  requireOptIn: true,
  includeOptOut: true,
  from: '09:00',
  until: '17:00',
  days: [1, 2, 3, 4, 5],
  holidays: true,
  closedOn: [] as string[],
  byState: true,
  cap: 3,
  capDays: 30,
}
/** Federal hours: no account can widen them. */
export const WIDEST = { from: '08:00', until: '21:00' }
/** A registry that was loaded longer ago is no longer one that may be relied on (16 CFR 310.4(b)(3)(iv)). */
export const REGISTRY_DAYS = 31
/** Above this share of opt-outs a campaign pauses by itself. */
export const OPT_OUT_ALARM = { share: 0.02, from: 50 }
