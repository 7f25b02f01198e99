import { AsyncLocalStorage } from 'node:async_hooks'
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'
import pg from 'pg'

/**
 * Fails a test in which a transaction stands open while something slow is waited for: a request to another host, a
 * thread that reads a file. Rows that it has locked keep everyone else waiting, and after 15 seconds the database ends it.
 */
const inside = new AsyncLocalStorage<{ open: boolean }>()

const textOf = (query: unknown) => (typeof query === 'string' ? query : ((query as { text?: string })?.text ?? ''))

/** Whether the caller's own transaction is open. */
export const isInsideTransaction = (): boolean => inside.getStore()?.open === true

function refuse(what: string): void {
  if (isInsideTransaction())
    throw new Error(`${what} inside an open transaction: do it before or after, as .external() procedures and tasks do`)
}

let watching = false
export function watchTransactions(): void {
  if (watching) return
  watching = true
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: any[]) {
    const text = textOf(given[0]).trimStart().slice(0, 8).toLowerCase()
    // From here on in this function and in what it calls; its caller goes on outside.
    if (text.startsWith('begin')) inside.enterWith({ open: true })
    else if (/^(commit|rollback$)/.test(text)) {
      const state = inside.getStore()
      if (state) state.open = false
    }
    return (query as any).apply(this, given)
  } as typeof query
  const { fetch } = globalThis
  globalThis.fetch = (...given) => {
    refuse('A request to another host')
    return fetch(...given)
  }
  for (const module of [http, https]) {
    const { request } = module
    module.request = ((...given: any[]) => {
      refuse('A request to another host')
      return (request as any)(...given)
    }) as typeof request
  }
  threads.Worker = class extends threads.Worker {
    constructor(...given: ConstructorParameters<typeof threads.Worker>) {
      refuse('A thread')
      super(...given)
    }
  }
  syncBuiltinESMExports()
}
