import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'
import { liveDns } from './live.ts'
import { publishRecord, sandboxDns } from './sandbox.ts'

export interface DnsProvider {
  name: string
  /** TXT records of a name, each whole; none where there is no such name. Throws where nobody answers. */
  txt(name: string): Promise<string[]>
}

/** What is asked for: mail leaves this machine, or visitors reach it from elsewhere. */
export type DnsUse = 'mail' | 'web'

const isLocal = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(env.publicUrl).hostname)
const sandbox = (use: DnsUse) => (use === 'mail' ? !env.smtpUrl : isLocal())

/** The DNS of the world where that is in use; else records that were published in the sandbox. */
export function dns(use: DnsUse = 'mail'): DnsProvider {
  const chosen = sandbox(use) ? sandboxDns(env.dataDir) : liveDns
  return {
    name: chosen.name,
    txt(name) {
      assertOutsideTransaction('dns')
      return chosen.txt(name)
    },
  }
}

/** Puts a record into the sandbox's DNS, as the owner of the domain would; false where the real one is asked. */
export function publish(name: string, value: string, use: DnsUse = 'mail'): boolean {
  if (!sandbox(use)) return false
  publishRecord(env.dataDir, name, value)
  return true
}
