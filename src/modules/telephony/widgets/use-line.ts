import type { Call, Device } from '@twilio/voice-sdk'
import { useSyncExternalStore } from 'react'
import { client } from '#web/api.ts'

/** The browser as a telephone: one line for the whole window, opened when it is first used. */
interface Line {
  /** Who may be picked up. */
  incoming: Call | null
  /** Who is spoken with. */
  talking: Call | null
  muted: boolean
  /** Why the line is not there. */
  problem: string | null
}

const silent: Line = { incoming: null, talking: null, muted: false, problem: null }
let line = silent
let device: Promise<Device> | null = null
const listeners = new Set<() => void>()

function change(changes: Partial<Line>): void {
  line = { ...line, ...changes }
  for (const tell of listeners) tell()
}
const subscribe = (tell: () => void) => {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

export const useLine = (): Line =>
  useSyncExternalStore(
    subscribe,
    () => line,
    () => silent,
  )

/** The vendor's library is large: it comes when someone talks. */
async function open(): Promise<Device> {
  const [{ Device }, { token }] = await Promise.all([import('@twilio/voice-sdk'), client.softphone.token({})])
  const made = new Device(token, { logLevel: 'error' })
  made.on('tokenWillExpire', () => {
    client.softphone.token({}).then(
      next => made.updateToken(next.token),
      () => change({ problem: 'The connection to the carrier was lost. Reload the page to reconnect.' }),
    )
  })
  made.on('incoming', (call: Call) => {
    follow(call)
    change({ incoming: call })
  })
  made.on('error', ({ message }: Error) => change({ problem: message }))
  return made
}

const phone = (): Promise<Device> => {
  device ??= open().catch(error => {
    device = null
    throw error
  })
  return device
}

function follow(call: Call): void {
  const gone = () =>
    change({
      ...(line.incoming === call && { incoming: null }),
      ...(line.talking === call && { talking: null, muted: false }),
    })
  call.on('accept', () => change({ incoming: null, talking: call, muted: false, problem: null }))
  for (const end of ['disconnect', 'cancel', 'reject'] as const) call.on(end, gone)
  call.on('error', ({ message }: Error) => change({ problem: message }))
}

/** Lets incoming calls ring here. */
export async function listen(): Promise<void> {
  const own = await phone()
  if (own.state === 'unregistered') await own.register()
}

/** Nothing rings here any more. */
export function hangLine(): void {
  void device?.then(own => own.destroy()).catch(() => {})
  device = null
  change(silent)
}

/** Speaks with whom that call of ours is meant for. */
export async function talk(callId: string): Promise<void> {
  const call = await (await phone()).connect({ params: { c: callId } })
  follow(call)
  change({ talking: call, muted: false, problem: null })
}

export function mute(on: boolean): void {
  line.talking?.mute(on)
  change({ muted: on })
}
export const pressKey = (digit: string): void => line.talking?.sendDigits(digit)
export const hangUpLine = (): void => line.talking?.disconnect()
