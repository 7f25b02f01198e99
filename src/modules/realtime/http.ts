import { streamSSE } from 'hono/streaming'
import { clock } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import { problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { keyed } from '#kernel/modules.ts'
import { networkOf } from '#kernel/network.ts'
import { may, type Role } from '#kernel/permissions.ts'
import { type Change, coalesce, listen } from '#kernel/realtime.ts'
import { asMember, type Caller } from '#kernel/run.ts'
import { holdStream } from './service.ts'

/** The permission that hears of a topic. Topics that no module names reach nobody; `*` says that anything may have changed. */
const heardWith = (topic: string) => (topic === '*' ? 'people.basic' : keyed('topics').get(topic))

const KEEP_ALIVE = 15_000

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
  if (caller.key) throw new Failure('FORBIDDEN', 'Use webhooks to receive changes with an API key.')
  let { clientId, role, rights } = await entered(caller)
  const { promise: ended, resolve: finish } = Promise.withResolvers<void>()
  const holder = { user: caller.claims!.sub, network: networkOf(caller.ip), account: clientId }
  const release = holdStream('member', holder, finish)
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async out => {
    const send = (changes: Change[]) => {
      const mine = allowed(role, changes)
      if (mine.length > 0) out.writeSSE({ event: 'change', data: JSON.stringify({ topics: mine }) }).catch(finish)
    }
    const gate = coalesce(send)
    // A role that was changed or a member who was removed applies right away.
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
    out.onAbort(finish)
    await out.write(': hello\n\n').catch(finish)
    await ended
    release()
    clearInterval(beat)
    gate.close()
    stop()
  })
}

export const realtimeRoutes: RawRoute[] = [
  raw('GET', '/realtime/v1', 'member', c => stream(c).catch(error => problem(error, c))),
]
