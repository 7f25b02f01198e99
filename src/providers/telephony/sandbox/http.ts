import { z } from 'zod'
import { env } from '#kernel/env.ts'
import { Failure } from '#kernel/failure.ts'
import { calledLocally, problem, type RawRoute, raw, type WebContext } from '#kernel/http.ts'
import { CarrierRefused } from '../rules/errors.ts'
import { callIn, endedCalls, numbersInUse, phonesInUse, press, pressKey, speak, textIn } from './phones/service.ts'

/** For anyone who tries Lampstand on their own machine; nowhere else. */
const open = (handle: (c: WebContext) => Promise<object>) => async (c: WebContext) => {
  try {
    if (!env.demo || !calledLocally(c)) throw new Failure('NOT_FOUND', 'There are no sandbox phones on this server.')
    // A page of another site can't send this kind of body without asking first.
    if (c.req.method === 'POST' && !/^application\/json\b/.test(c.req.header('content-type') ?? ''))
      throw new Failure('BAD_REQUEST', 'Send JSON.')
    return c.json(await handle(c))
  } catch (error) {
    return problem(error instanceof CarrierRefused ? new Failure('NOT_FOUND', error.message) : error, c)
  }
}

async function read<T extends z.ZodType>(c: WebContext, shape: T): Promise<z.output<T>> {
  const asked = shape.safeParse(await c.req.json().catch(() => null))
  if (!asked.success) throw new Failure('BAD_REQUEST', asked.error.issues[0]!.message)
  return asked.data
}

const Number_ = z.string().regex(/^\+[1-9]\d{6,14}$/, 'Please enter a number with + and its country code')
const Text = z.object({
  from: Number_,
  to: Number_,
  body: z.string().trim().min(1, 'Write something first.').max(1_600),
})
const Call = z.object({ from: Number_, to: Number_ })
const Press = z.object({ sid: z.string().max(40), what: z.enum(['answer', 'decline', 'hang_up']) })
const Key = z.object({ sid: z.string().max(40), digit: z.string().regex(/^[0-9*#]$/, 'One key at a time.') })
const Spoken = z.object({ sid: z.string().max(40), text: z.string().trim().min(1, 'Say something first.').max(1_000) })

async function owner(to: string): Promise<string> {
  const found = (await numbersInUse()).find(one => one.number === to)
  if (!found) throw new CarrierRefused('Number not found', '20404')
  return found.account
}

/** Everyone's phones: who they can write to and call, and what rings at present. */
export const telephonySandboxRoutes: RawRoute[] = [
  raw(
    'GET',
    '/rest/v1/outbox/phones',
    'anonymous',
    open(async () => ({ numbers: await numbersInUse(), calls: await phonesInUse() })),
  ),
  raw(
    'GET',
    '/rest/v1/outbox/phones/ended',
    'anonymous',
    open(async () => ({ calls: await endedCalls() })),
  ),
  raw(
    'POST',
    '/rest/v1/outbox/phones/text',
    'anonymous',
    open(async c => {
      const text = await read(c, Text)
      await textIn(await owner(text.to), text)
      return {}
    }),
  ),
  raw(
    'POST',
    '/rest/v1/outbox/phones/call',
    'anonymous',
    open(async c => {
      const call = await read(c, Call)
      return { sid: await callIn(await owner(call.to), call) }
    }),
  ),
  raw(
    'POST',
    '/rest/v1/outbox/phones/press',
    'anonymous',
    open(async c => {
      const { sid, what } = await read(c, Press)
      await press(sid, what)
      return {}
    }),
  ),
  raw(
    'POST',
    '/rest/v1/outbox/phones/key',
    'anonymous',
    open(async c => {
      const { sid, digit } = await read(c, Key)
      await pressKey(sid, digit)
      return {}
    }),
  ),
  raw(
    'POST',
    '/rest/v1/outbox/phones/speak',
    'anonymous',
    open(async c => {
      const { sid, text } = await read(c, Spoken)
      await speak(sid, text)
      return {}
    }),
  ),
]
