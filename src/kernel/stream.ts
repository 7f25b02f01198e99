import { streamSSE } from 'hono/streaming'
import { clock } from './clock.ts'
import { Failure } from './failure.ts'
import { problem, type RawRoute, raw, type WebContext } from './http.ts'
import { keyed } from './modules.ts'
import { may, type Role } from './permissions.ts'
import { type Change, coalesce, listen } from './realtime.ts'
import { asMember, type Caller } from './run.ts'

/** The permission that hears of a topic. Topics that no module names reach nobody; `*` says that anything may have changed. */
const heardWith = (topic: string) => (topic === '*' ? 'people.basic' : keyed('topics').get(topic))

const KEEP_ALIVE = 15_000
/** What ends each stream that is open. */
export const open = new Set<() => void>()

/** Ends every stream, so that a stopping server need not wait; browsers connect again at once. */
export function closeStreams(): void {
  for (const close of open) close()
}

const entered = (caller: Caller) =>
  asMember(caller, 'people.basic', async ctx => ({
    clientId: ctx.client.id,
    role: ctx.actor.type === 'member' ? ctx.actor.role : null,
    rights: ctx.rights,
  }))

const allowed = (role: Role | null, changes: Change[]) =>
  changes.filter(({ topic }) => {
    const permission = heardWith(topic)
    return role !== null && permission !== undefined && may(role, permission)
  })

/** One stream a browser and client: topics and ids only, ten events a second at most, ends with the token. */
async function stream(c: WebContext): Promise<Response> {
  const caller = c.get('caller')
  if (caller.key) throw new Failure('FORBIDDEN', 'API keys hear of changes by webhooks.')
  let { clientId, role, rights } = await entered(caller)
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async out => {
    let finish = () => {}
    const ended = new Promise<void>(resolve => (finish = resolve))
    const send = (changes: Change[]) => {
      const mine = allowed(role, changes)
      if (mine.length > 0) out.writeSSE({ event: 'change', data: JSON.stringify({ topics: mine }) }).catch(finish)
    }
    const gate = coalesce(send)
    // A role that was changed or a member who was removed counts at once.
    const recheck = () =>
      entered(caller).then(
        now => ({ role, rights } = now),
        error => (error instanceof Failure && error.code === 'UNAVAILABLE' ? undefined : finish()),
      )
    const stop = listen(clientId, changes => {
      if (changes.some(({ topic }) => topic === 'members')) void recheck()
      const heard = changes.filter(({ needs }) => !needs || rights.includes(needs))
      if (heard.length > 0) gate.push(heard)
    })
    const beat = setInterval(() => {
      if (caller.claims!.exp * 1000 <= clock.ms()) return finish()
      void recheck()
      out.write(': still here\n\n').catch(finish)
    }, KEEP_ALIVE)
    open.add(finish)
    out.onAbort(finish)
    await out.write(': hello\n\n')
    await ended
    open.delete(finish)
    clearInterval(beat)
    gate.close()
    stop()
  })
}

export const realtimeRoutes: RawRoute[] = [
  raw('GET', '/realtime/v1', 'member', c => stream(c).catch(error => problem(error, c))),
]
