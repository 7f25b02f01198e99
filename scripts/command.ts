import path from 'node:path'
import { parseArgs } from 'node:util'
import { SettingError } from '#kernel/setting-error.ts'

/** A command that won't be done; the message is a sentence for the person who asked. */
export class Refusal extends Error {}

interface Asked {
  words: string[]
  flags: Set<string>
  values: Record<string, string>
}

/** Runs the work when the script itself was called, not when it is imported. A refusal ends it with its sentence. */
export async function command(meta: ImportMeta, usage: string, work: (asked: Asked) => Promise<void>): Promise<void> {
  if (process.argv[1] !== meta.filename) return
  try {
    await work(asked(usage))
  } catch (error) {
    console.error(error instanceof Refusal || error instanceof SettingError ? error.message : error)
    process.exitCode = 1
  }
}

/** `[--yes]` in the usage is a flag, `[--size=…]` takes a value. */
function asked(usage: string): Asked {
  const known = [...usage.matchAll(/\[--([\w-]+)(=?)/g)].map(([, name, value]) => [
    name!,
    { type: value ? ('string' as const) : ('boolean' as const) },
  ])
  try {
    const { values, positionals } = parseArgs({ options: Object.fromEntries(known), allowPositionals: true })
    const said = Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
    return { words: positionals, flags: new Set(Object.keys(values)), values: Object.fromEntries(said) }
  } catch {
    throw new Refusal(`Usage: ${usage}`)
  }
}

/** A path as the caller meant it: npm itself moves to the repository's root. */
export const fromCaller = (file: string) => path.resolve(process.env.INIT_CWD ?? process.cwd(), file)
