/** Of a film: nine tenths of its seconds, whatever order they were played in. */
export const ENOUGH = 0.9
/** Nobody watches faster than this for long. */
const FASTEST = 2.5
/** For clocks, slow networks and the first report. */
const SLACK_MS = 15_000
/** Of a text: this long, for those whose course says that reading is enough. */
export const READING_MS = 30_000

/** A part that was played, in milliseconds. */
export type Span = readonly [from: number, to: number]

/** Parts that mean something, in order and without overlaps; what lies beyond the film is cut off. */
export function mergeSpans(spans: readonly Span[], durationMs: number | null): Span[] {
  const end = durationMs ?? Number.MAX_SAFE_INTEGER
  const sorted = spans
    .map(([from, to]): [number, number] => [Math.max(0, Math.round(from)), Math.min(end, Math.round(to))])
    .filter(([from, to]) => to > from)
    .toSorted((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [from, to] of sorted) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

export const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, [from, to]) => sum + to - from, 0)

/** Whether so much could have been played since the last report. What couldn’t is not believed. */
export const isPlausible = (spans: readonly Span[], sinceMs: number): boolean =>
  lengthOf(spans) <= Math.max(0, sinceMs) * FASTEST + SLACK_MS

export const isWatched = (watchedMs: number, durationMs: number | null): boolean =>
  durationMs !== null && durationMs > 0 && watchedMs >= durationMs * ENOUGH

/** As PostgreSQL reads a multirange: `{[0,1000),[2000,3000)}`. */
export const multirange = (spans: readonly Span[]): string =>
  `{${spans.map(([from, to]) => `[${from},${to})`).join(',')}}`

/** Percent of the required lessons, rounded down: 100 only when all are done. */
export const percentDone = (done: number, required: number): number =>
  required === 0 ? 0 : Math.min(100, Math.floor((100 * done) / required))
