import { streamSSE } from 'hono/streaming'
import { clock } from './clock.ts'
import { Failure } from './failure.ts'
import { problem, type RawRoute, raw, type WebContext } from './http.ts'
import { may, type Permission, type Role } from './permissions.ts'
import { type Change, coalesce, listen } from './realtime.ts'
import { asMember, type Caller } from './run.ts'

/** Who hears of what: the permission that reads it. Topics that are not named here reach nobody. */
const topics: Record<string, Permission> = {
  '*': 'people.basic',
  church: 'people.basic',
  members: 'people.basic',
  notifications: 'people.basic',
  people: 'people.read',
  segments: 'people.read',
  imports: 'people.write',
  tasks: 'tasks.read',
  leads: 'leads.read',
  outbox: 'settings.read',
  conversations: 'conversations.read',
  presence: 'conversations.read',
  campaigns: 'messaging.write',
  forms: 'content.read',
  formSubmissions: 'people.read',
  householdSuggestions: 'people.read',
  telephony: 'telephony.use',
  calls: 'telephony.use',
  billing: 'billing.write',
}
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
  }))

const allowed = (role: Role | null, changes: Change[]) =>
  changes.filter(({ topic }) => role !== null && topics[topic] !== undefined && may(role, topics[topic]))

/** One stream a browser and client: topics and ids only, ten events a second at most, ends with the token. */
async function stream(c: WebContext): Promise<Response> {
  const caller = c.get('caller')
  let { clientId, role } = await entered(caller)
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
        now => (role = now.role),
        error => (error instanceof Failure && error.code === 'UNAVAILABLE' ? undefined : finish()),
      )
    const stop = listen(clientId, changes => {
      if (changes.some(({ topic }) => topic === 'members')) void recheck()
      gate.push(changes)
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
