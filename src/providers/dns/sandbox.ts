import fs from 'node:fs'
import path from 'node:path'
import type { DnsProvider } from './index.ts'

type Records = Record<string, string[]>
const fileOf = (dataDir: string) => path.join(dataDir, 'sandbox-dns.json')

function recordsOf(dataDir: string): Records {
  try {
    return JSON.parse(fs.readFileSync(fileOf(dataDir), 'utf8'))
  } catch {
    // Nothing was published yet.
    return {}
  }
}

/** Answers with what was published on this machine. */
export const sandboxDns = (dataDir: string): DnsProvider => ({
  name: 'sandbox',
  txt: async name => recordsOf(dataDir)[name.toLowerCase()] ?? [],
})

/** `v=spf1 …` is of the kind `v=spf1`, `name=value` of the kind `name`. */
const kindOf = (value: string) => value.split(value.startsWith('v=') ? /[\s;]/ : /[\s;=]/)[0]!

/** One record of a kind for a name: the new one takes the place of the old (`v=spf1 …` of `v=spf1 …`). */
export function publishRecord(dataDir: string, name: string, value: string): void {
  const records = recordsOf(dataDir)
  const kind = kindOf(value)
  const others = (records[name.toLowerCase()] ?? []).filter(one => kindOf(one) !== kind)
  records[name.toLowerCase()] = [...others, value]
  const draft = `${fileOf(dataDir)}.${process.pid}`
  fs.writeFileSync(draft, JSON.stringify(records, null, 1))
  fs.renameSync(draft, fileOf(dataDir))
}
