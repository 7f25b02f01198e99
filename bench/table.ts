export interface Line {
  what: string
  measured: string
  /** The figure as a number and its good direction: `--against` compares lines that have both. */
  value?: number
  better?: 'less' | 'more'
  /** Absent where the line is only to be known. */
  target?: string
  ok?: boolean
}

/** Prints what was measured; the process ends with 1 if a target was missed. */
export function report(title: string, lines: Line[]): void {
  const width = (of: (line: Line) => string) => Math.max(...lines.map(line => of(line).length))
  const [what, measured] = [width(line => line.what), width(line => line.measured)]
  console.log(`\n${title}`)
  for (const line of lines) {
    const verdict = line.target ? `  ${line.ok ? 'ok    ' : 'MISSED'}  target ${line.target}` : ''
    console.log(`  ${line.what.padEnd(what)}  ${line.measured.padStart(measured)}${verdict}`)
  }
  if (process.env.BENCH_JSON)
    for (const { what, value, better } of lines) if (better) console.log(JSON.stringify({ what, value, better }))
  if (lines.some(line => line.ok === false)) process.exitCode = 1
}

/** Of an even count, the mean of the middle two. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return ((sorted[Math.floor(at)] ?? Number.NaN) + (sorted[Math.ceil(at)] ?? Number.NaN)) / 2
}

export function percentile(numbers: number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
