/** JavaScript that a first visit loads, compressed with gzip, of a production build. */
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { manyLeads } from '#testing/processes/database.ts'
import { withBrowser } from './browser.ts'
import { report } from './table.ts'

interface Loaded {
  /** kB until the heading stands on the screen, and what came after it */
  before: number
  after: number
}

await withBrowser(async ({ server, pat, browser, signedIn }) => {
  await manyLeads(server.dataDir, pat.clientId, 60)
  const login = await visit(await (await browser.newContext({ baseURL: server.url })).newPage(), '/login')
  const typing = await visit(await (await browser.newContext({ baseURL: server.url })).newPage(), '/login', 'Email')
  const dashboard = await visit(await (await browser.newContext(signedIn)).newPage(), '/dashboard')
  const [first, typed, page] = [login.before + login.after, typing.before + typing.after, dashboard.before]
  report('JavaScript of a first visit, gzip', [
    {
      what: '/login',
      measured: `${first.toFixed(1)} kB`,
      value: first,
      better: 'less',
      target: 'at most 120 kB',
      ok: first <= 120,
    },
    {
      what: '/login, once someone types',
      measured: `${typed.toFixed(0)} kB`,
      value: typed,
      better: 'less',
      target: 'at most 220 kB',
      ok: typed <= 220,
    },
    {
      what: '/dashboard',
      measured: `${page.toFixed(0)} kB`,
      value: page,
      better: 'less',
      target: 'at most 320 kB',
      ok: page <= 320,
    },
    {
      what: '/dashboard, loaded after the page (chart)',
      measured: `${dashboard.after.toFixed(0)} kB`,
      value: dashboard.after,
      better: 'less',
    },
  ])
})

async function visit(page: Page, path: string, field?: string): Promise<Loaded> {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', response => {
    if (response.request().resourceType() === 'script' || /\.js(\?|$)/.test(response.url()))
      sizes.set(
        response.url(),
        response.body().then(body => gzipSync(body, { level: 9 }).length / 1000),
      )
  })
  await page.addInitScript(() => {
    const seen = () => {
      if (!document.querySelector('h1')) return requestAnimationFrame(seen)
      ;(window as any).shown = performance.now()
    }
    requestAnimationFrame(seen)
  })
  await page.goto(path)
  await page.waitForFunction(() => 'shown' in window)
  await page.waitForLoadState('load')
  if (field) await page.getByLabel(field).focus()
  await page.waitForFunction(() => {
    const scripts = performance.getEntriesByType('resource').filter(entry => /\.js(\?|$)/.test(entry.name))
    return (
      performance.now() - Math.max(...scripts.map(entry => (entry as PerformanceResourceTiming).responseEnd)) > 2_000
    )
  })
  const late = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(entry => entry.startTime > (window as any).shown)
      .map(entry => entry.name),
  )
  const loaded: Loaded = { before: 0, after: 0 }
  for (const [url, size] of sizes) loaded[late.includes(url) ? 'after' : 'before'] += await size
  return loaded
}
