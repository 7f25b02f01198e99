/**
 * Keeps text lessons of courses for reading without a connection: what the network answers always comes first. Who signs out,
 * or may not open a lesson any more, finds nothing kept.
 */
const KEPT = 'lampstand-lessons-1'
const MOST = 60
const assets = ['/page.css', '/learn.css', '/learn.js', '/f/inter.woff2', '/favicon.svg']

self.addEventListener('install', event => {
  event.waitUntil(caches.open(KEPT).then(cache => Promise.allSettled(assets.map(path => cache.add(path)))))
  self.skipWaiting()
})
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET') return
  const { pathname, origin } = new URL(request.url)
  if (origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (assets.includes(pathname)) event.respondWith(asset(request))
})

async function page(request) {
  const cache = await caches.open(KEPT)
  const path = new URL(request.url).pathname
  try {
    const answer = await fetch(request)
    if (answer.redirected || answer.type === 'opaqueredirect' || answer.status === 401 || answer.status === 403) {
      // Signed out, or not allowed any more: nothing of anyone is left on this device.
      for (const key of await cache.keys()) if (!assets.includes(new URL(key.url).pathname)) await cache.delete(key)
      return answer
    }
    if (answer.ok) await keep(cache, path, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(path)
    if (kept) return kept
    throw error
  }
}

async function keep(cache, path, answer) {
  const text = await answer.text()
  if (!/<article class="(lesson"[^>]* data-offline|course")/.test(text)) return
  await cache.put(path, new Response(text, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
  const pages = (await cache.keys()).filter(key => !assets.includes(new URL(key.url).pathname))
  for (const old of pages.slice(0, Math.max(0, pages.length - MOST))) await cache.delete(old)
}

async function asset(request) {
  const cache = await caches.open(KEPT)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(new URL(request.url).pathname, answer.clone())
    return answer
  } catch (error) {
    const kept = await cache.match(new URL(request.url).pathname)
    if (kept) return kept
    throw error
  }
}
