import http from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createRouterClient } from '@orpc/server'
import { contract } from '#app/contract.ts'
import { routes } from '#app/http.ts'
import { jobs } from '#app/jobs.ts'
import { restApi } from '#app/rest.ts'
import { router } from '#app/router.ts'
import { seedDemo } from '#app/seed.ts'
import { databaseWrites } from '#kernel/db.ts'
import { env } from '#kernel/env.ts'
import { webServer } from '#kernel/http.ts'
import { registerJobs, startJobs, stopJobs, stopTakingJobs } from '#kernel/jobs.ts'
import { log } from '#kernel/log.ts'
import { startRealtime, stopRealtime } from '#kernel/realtime.ts'
import { openMigratedDatabase } from '#postgres/boot.ts'
import { deliverPaymentNoticesTo } from '#providers/payments/sandbox/timer/service.ts'
import { whyNoFiles } from '#providers/storage/index.ts'
import { deliverNoticesTo } from '#providers/stripe/sandbox/notices/service.ts'
import { deliverCallbacksTo } from '#providers/telephony/sandbox/callbacks/service.ts'
import { closeStreams } from '#realtime/service.ts'
import { loadScripture } from '#scripture/service/loading.ts'
import { keepLivePages, livePaths } from '#site/http.ts'
import { onOwnDomains } from '#web-domains/http.ts'
import { type Front, pages } from './pages.ts'

const started = performance.now()
registerJobs(jobs)
const database = await openMigratedDatabase()
await startJobs({ work: env.only !== 'web' })
if (env.demo) await seedDemo()
// Before anyone is let in, about ten seconds of the first start: no request has to load a text inside its transaction.
await loadScripture().catch(error =>
  log.warn({ err: error }, 'the Bible texts are not loaded yet; the next request that needs one loads it'),
)
let front: Front | undefined
let ready = false
const server = http.createServer()
if (env.only === 'worker') {
  // A worker alone reaches the webhooks where everyone does.
  deliverSandboxNotices(env.publicUrl)
  log.info('working: jobs and schedules')
} else await serve()

/** What the sandboxes have to tell, also from before the last stop, goes to this server. */
function deliverSandboxNotices(to: string): void {
  deliverNoticesTo(`${to}/functions/v1/stripe-webhook`)
  deliverCallbacksTo(to)
  deliverPaymentNoticesTo(to)
}

async function serve(): Promise<void> {
  await startRealtime()
  const app = webServer(routes)
  app.get('/healthz', c => c.json({ ok: true }))
  app.get('/readyz', async c => {
    const reason = await whyNotReady()
    return reason ? c.json({ ready: false, reason }, 503) : c.json({ ready: true })
  })
  const api = restApi(contract, router)
  for (const base of ['/rest/v1', '/my/:church/rest/v1']) app.route(base, api)
  app.on('GET', livePaths, keepLivePages)
  const visitor = { claims: null, clientId: null, requestId: 'page', ip: '127.0.0.1', userAgent: 'page' }
  front = await pages(app, server, createRouterClient(router, { context: visitor }))
  const listener = getRequestListener(onOwnDomains(app.fetch))
  // Vite must not see the API in development: it would answer some of it.
  const ours = /^\/(rest|auth|functions|storage|realtime|api)\/|^\/(healthz|readyz)/
  server.on('request', (req, res) => {
    if (front?.vite && !ours.test(req.url ?? '')) front.vite(req, res, () => void listener(req, res))
    else void listener(req, res)
  })
  server.on('error', async (error: NodeJS.ErrnoException) => {
    const taken = error.code === 'EADDRINUSE'
    console.error(
      taken ? `Port ${env.port} is taken by another program: stop it, or set PORT to another number.` : error.message,
    )
    await stop(1)
  })
  server.listen(env.port, env.host, () => {
    ready = true
    deliverSandboxNotices(`http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${env.port}`)
    console.log(`\n  Lampstand is at ${env.publicUrl}\n`)
    if (env.demo) console.log(`  Choose "Explore the demo" there; its mail is at ${env.publicUrl}/outbox\n`)
    log.info({ ms: Math.round(performance.now() - started) }, 'ready')
  })
}

/** What a load balancer, or someone who looks, is told; undefined where requests can be served and their writes kept. */
async function whyNotReady(): Promise<string | undefined> {
  if (!ready) return 'The server is starting or stopping.'
  if (!(await databaseWrites())) return 'The database is not responding or not accepting writes.'
  return whyNoFiles(env.dataDir)
}

let stopping = 0
async function stop(code: number): Promise<void> {
  ready = false
  const patience = Date.now() + 9_000
  const drained = new Promise(resolve => server.close(resolve))
  // A connection that has its answer would be kept for the next request.
  setInterval(() => server.closeIdleConnections(), 50).unref()
  setTimeout(() => server.closeAllConnections(), 8_000).unref()
  closeStreams()
  await stopTakingJobs()
  await front?.close()
  await drained
  // Only now: a request that was still running may have asked for a job.
  await stopJobs(patience - Date.now())
  await stopRealtime()
  await database.close()
  process.exit(code)
}

/** A launcher or npm may pass the same signal on at once; a person's second Ctrl-C comes later. */
function onSignal(signal: string): void {
  if (stopping) return void (Date.now() - stopping > 1_000 && process.exit(1))
  stopping = Date.now()
  log.info(`${signal}: stopping`)
  setTimeout(() => process.exit(1), 20_000).unref()
  void stop(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onSignal(signal))
process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled rejection'))
