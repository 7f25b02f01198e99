/**
 * Keeps text lessons of courses for reading without a connection: what the network answers always comes first. Who signs out,
 * or may not open a lesson any more, finds nothing kept.
 */

/** What is used here of a service worker; the types of the browser's pages know none. */
interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void
}
interface AssetsMessage extends WorkerEvent {
  data: { page?: unknown; assets?: string[] } | null
}
interface FetchEvent extends WorkerEvent {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  location: Location
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(name: 'install' | 'activate', listen: (event: WorkerEvent) => void): void
  addEventListener(name: 'message', listen: (event: AssetsMessage) => void): void
  addEventListener(name: 'fetch', listen: (event: FetchEvent) => void): void
}
const worker = self as unknown as WorkerScope

const KEPT = 'lampstand-lessons-1'
const MOST = 60
const isAsset = (request: Request) => ['style', 'script', 'font', 'image'].includes(request.destination)
/** Pages are kept by their path, what they need by its own. */
const pathOf = (url: string) => new URL(url, worker.location.origin).pathname

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', event => event.waitUntil(worker.clients.claim()))

/** A page that was open before the worker was there says what it needs. */
worker.addEventListener('message', event => {
  const { page: path, assets = [] } = event.data ?? {}
  if (typeof path !== 'string') return
  event.waitUntil(keepAll(path, assets))
})

async function keepAll(path: string, assets: string[]) {
  const cache = await caches.open(KEPT)
  const answer = await fetch(path).catch(() => undefined)
  if (answer?.ok) await keep(cache, path, answer)
  for (const asset of assets) if (!(await cache.match(asset))) await cache.add(asset).catch(() => undefined)
}

worker.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== worker.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (isAsset(request)) event.respondWith(asset(request))
})

async function page(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT)
  const path = pathOf(request.url)
  try {
    const answer = await fetch(request)
    const isRefused = answer.type === 'opaqueredirect' || answer.redirected || [401, 403].includes(answer.status)
    // Signed out, or not allowed any more: nothing of anyone is left on this device.
    if (isRefused) await forgetPages(cache)
    else if (answer.ok) await keep(cache, path, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(path)
    if (kept) return kept
    throw error
  }
}

const isPage = ({ url }: Request) => pathOf(url).startsWith('/m/')

async function forgetPages(cache: Cache) {
  for (const key of await cache.keys()) if (isPage(key)) await cache.delete(key)
}

async function keep(cache: Cache, path: string, answer: Response) {
  const text = await answer.text()
  if (!/<article class="(lesson"[^>]* data-offline|course")/.test(text)) return
  await cache.put(path, new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  const pages = (await cache.keys()).filter(isPage)
  for (const old of pages.slice(0, Math.max(0, pages.length - MOST))) await cache.delete(old)
}

async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(KEPT)
  try {
    const answer = await fetch(request)
    if (answer.ok && request.destination !== 'image') await cache.put(pathOf(request.url), answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(pathOf(request.url))
    if (kept) return kept
    throw error
  }
}
