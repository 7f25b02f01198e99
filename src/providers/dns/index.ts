import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { liveDns } from './live.ts'
import { publishRecord, sandboxDns } from './sandbox.ts'

export interface DnsProvider {
  name: string
  /** TXT records of a name, each whole; none where there is no such name. Throws where nobody answers. */
  txt(name: string): Promise<string[]>
}

const sandbox = () => !env.smtpUrl

/** The DNS of the world where mail really leaves; else records that were published in the sandbox. */
export function dns(): DnsProvider {
  const chosen = sandbox() ? sandboxDns(env.dataDir) : liveDns
  return {
    name: chosen.name,
    txt(name) {
      assertOutsideTransaction('dns')
      return chosen.txt(name)
    },
  }
}

/** Puts a record into the sandbox's DNS, as anyone who owns the domain would; false where the real one is asked. */
export function publish(name: string, value: string): boolean {
  if (!sandbox()) return false
  publishRecord(env.dataDir, name, value)
  return true
}
