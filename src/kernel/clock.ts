let offset = 0

/** The only source of the present in our code; tests move it. */
export const clock = {
  now: (): Date => new Date(Date.now() + offset),
  /** Milliseconds since the epoch. */
  ms: (): number => Date.now() + offset,
  /** Moves the clock by so many milliseconds, for tests. */
  advance(ms: number): void {
    offset += ms
  },
  reset(): void {
    offset = 0
  },
}

export const seconds = (n: number) => n * 1000
export const minutes = (n: number) => n * 60_000
export const hours = (n: number) => n * 3_600_000
export const days = (n: number) => n * 86_400_000
