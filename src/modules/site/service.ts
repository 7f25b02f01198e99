import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import type { Status } from './contract.ts'

const { version } = JSON.parse(readFileSync(path.join(env.root, 'package.json'), 'utf8')) as { version: string }

/** How this server runs: for the login page and the diagnostics. */
export async function status(_: Ctx): Promise<Status> {
  const state = (live: unknown) => (live ? ('live' as const) : ('sandbox' as const))
  return {
    demo: env.demo,
    version,
    providers: [
      { name: 'Mail', state: state(env.smtpUrl) },
      { name: 'Files', state: state(env.s3) },
    ],
  }
}
