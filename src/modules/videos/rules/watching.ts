const FIRST_MS = 10_000
const LAST_SHARE = 0.95

/** Whether a position is as good as the end. */
export const isFinished = (positionMs: number, durationMs: number | null): boolean =>
  durationMs !== null && positionMs >= durationMs * LAST_SHARE

/** Where to begin for a viewer who stopped at a position: someone who hardly began, or saw it all, begins anew. */
export function beginningMs(stoppedMs: number | null, durationMs: number | null): number {
  if (stoppedMs === null || stoppedMs < Math.min(FIRST_MS, (durationMs ?? FIRST_MS) / 10)) return 0
  return isFinished(stoppedMs, durationMs) ? 0 : stoppedMs
}
