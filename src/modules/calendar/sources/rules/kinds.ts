/** What a host's other calendar is: a published address, or an account that can be written to. */
export const sourceKinds = ['ics', 'caldav', 'google', 'microsoft', 'sandbox'] as const
export type SourceKind = (typeof sourceKinds)[number]

export const sourceLabels: Record<SourceKind, string> = {
  ics: 'a calendar by address',
  caldav: 'a CalDAV calendar',
  google: 'Google Calendar',
  microsoft: 'Outlook',
  sandbox: 'the sandbox calendar',
}

/** Why a host is busy, without what for. */
export const busyText = (kind: SourceKind, name: string): string =>
  kind === 'google' || kind === 'microsoft' ? `Busy in ${sourceLabels[kind]}` : `Busy in ${name}`

const MINUTE = 60_000
/** How often a calendar is read. */
export const EVERY = 15 * MINUTE

/** When to read again after so many failures in a row: 15 minutes, then twice as long each time, a day at most. */
export const waitAfter = (failures: number): number => Math.min(EVERY * 2 ** Math.max(0, failures - 1), 96 * EVERY)

const DAY = 86_400_000
/** Days of other calendars that are kept, and in which appointments are written out. */
export const windowAt = (now: number) => ({ from: new Date(now - DAY), to: new Date(now + 400 * DAY) })
