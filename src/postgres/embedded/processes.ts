import { readdirSync, readFileSync } from 'node:fs'

export const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

interface Process {
  /** the letter of proc(5); Z is a zombie */
  state: string
  /** clock ticks between boot and its start: tells a process from a later one with the same number */
  started: string
}

/** Answers undefined when no process has this number. */
export function processOf(pid: number): Process | undefined {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined
  }
  if (process.platform !== 'linux') return { state: '?', started: '' }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '?', started: fields[19] ?? '' }
  } catch {
    return undefined
  }
}

/** A zombie is dead: in many containers the first process is slow to reap it, or never does. */
export function isAlive(pid: number): boolean {
  const found = processOf(pid)
  return found !== undefined && found.state !== 'Z' && found.state !== 'X'
}

/** Does nothing to a process that has just ended. */
export function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Arguments separated by NUL; '' for a zombie, undefined where it can't be read. */
export function commandLine(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return undefined
  }
}

/** Numbers of the processes whose command line or title holds the words. */
export function processesNaming(words: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => pid !== process.pid && commandLine(pid)?.includes(words))
}

/** Answers whether it ended within the time. */
export async function ends(pid: number, ms: number): Promise<boolean> {
  for (const until = Date.now() + ms; Date.now() < until && isAlive(pid); ) await pause(20)
  return !isAlive(pid)
}
