import { sql } from 'drizzle-orm'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import { log } from '#kernel/log.ts'
import { advance } from '../engine/service.ts'
import { postDue, type SignedNotice } from '../notices/service.ts'
import { inSandbox } from '../store/service.ts'

let to: string | undefined
let timer: NodeJS.Timeout | undefined
let firesAt = 0

const post = async ({ path, headers, body }: SignedNotice): Promise<boolean> => {
  const answer = await fetch(`${to}${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) log.warn({ path, status: answer.status }, 'a notice of the payment sandbox was not taken')
  return answer.ok
}

/** Says where notices go; without it they wait, and a test hands them over as it likes. */
export function deliverPaymentNoticesTo(address: string): void {
  to = address
  // What a stop left over goes on.
  wake()
}

/** Something was written that happens now or soon. A later call never puts off an earlier one. */
export function wake(ms = 0): void {
  if (!to) return
  const at = Date.now() + Math.min(ms, minutes(1))
  if (timer && at >= firesAt) return
  clearTimeout(timer)
  firesAt = at
  timer = setTimeout(() => {
    timer = undefined
    void run()
  }, at - Date.now()).unref()
}

let running: Promise<unknown> | undefined
async function run(): Promise<void> {
  running ??= (async () => {
    while ((await advance(clock.ms())) + (await postDue(post)) > 0);
  })().finally(() => (running = undefined))
  try {
    await running
    const next = await untilNext()
    if (next !== null) wake(Math.max(next, 50))
  } catch (error) {
    log.warn({ err: String(error) }, 'the payment sandbox could not go on')
    wake(seconds(5))
  }
}

/** How long until something else happens, in milliseconds; null where nothing waits. */
const untilNext = (): Promise<number | null> =>
  inSandbox(async db => {
    const { rows } = await db.execute<{ at: string | null }>(
      sql`select least((select min(due_at) from payments_sandbox_objects where due_at is not null), (select min(due_at) from payments_sandbox_notices)) as at`,
    )
    const at = rows[0]?.at
    return at ? Math.max(0, new Date(at).getTime() - clock.ms()) : null
  })
