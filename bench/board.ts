/** A board of 10,000 cards in a browser: what blocks while it is scrolled, and how soon a drop is painted. */
import type { Page } from '@playwright/test'
import { manyLeads } from '#testing/processes/database.ts'
import { withBrowser } from './browser.ts'
import { median, report } from './table.ts'

const CARDS = 10_000
const DROPS = 5

await withBrowser(async ({ server, pat, browser, signedIn }) => {
  await manyLeads(server.dataDir, pat.clientId, CARDS, { spread: false })
  const page = await (await browser.newContext({ ...signedIn, viewport: { width: 1440, height: 900 } })).newPage()
  await page.addInitScript(watch)
  await page.goto('/leads')
  await page.getByTestId('lead-card').first().waitFor()
  await page.waitForTimeout(1_000)
  const scrolling = await longest(page, () => scrollDown(page))
  const loaded = await page.evaluate(
    () => (document.querySelector('[data-stage=new] [class*=track]') as HTMLElement).offsetHeight / 108,
  )
  const drops: number[] = []
  const blocked: number[] = []
  for (let i = 0; i < DROPS; i++) {
    blocked.push(await longest(page, async () => void drops.push(await drop(page))))
  }
  const painted = median(drops)
  const still = Math.max(...blocked)
  report(`Board of ${CARDS.toLocaleString('en-US')} cards`, [
    { what: 'cards scrolled through', measured: loaded.toFixed(0) },
    {
      what: 'longest task while scrolling',
      measured: `${scrolling.toFixed(0)} ms`,
      value: scrolling,
      better: 'less',
      target: 'at most 100 ms',
      ok: scrolling <= 100,
    },
    {
      what: 'drop to next paint',
      measured: `${painted.toFixed(0)} ms`,
      value: painted,
      better: 'less',
      target: 'within 100 ms',
      ok: painted <= 100,
    },
    { what: 'longest task of a drag and drop', measured: `${still.toFixed(0)} ms`, value: still, better: 'less' },
  ])
})

/** In the page: from each release of the mouse to the next paint. */
function watch() {
  const releases: number[] = []
  ;(window as any).releases = releases
  addEventListener(
    'mouseup',
    event => {
      // The frame after the next one begins when the one that shows the drop has been painted.
      requestAnimationFrame(() => requestAnimationFrame(() => releases.push(performance.now() - event.timeStamp)))
    },
    true,
  )
}

interface Event {
  name: string
  tid: number
  ph: string
  args?: { name?: string }
  /** microseconds by the clock, and of the processor */
  dur?: number
  tdur?: number
}

/** The longest task of the page's main thread, in milliseconds of the processor: other programs don't count. */
async function longest(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] })
  await work()
  await page.waitForTimeout(500)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Event[] }
  const main = traceEvents.filter(event => event.args?.name === 'CrRendererMain').map(event => event.tid)
  const tasks = traceEvents.filter(event => /RunTask$/.test(event.name) && main.includes(event.tid))
  return Math.max(0, ...tasks.map(event => (event.tdur ?? event.dur ?? 0) / 1000))
}

/** As a wheel does, for ten seconds; the pages of the column load meanwhile. */
async function scrollDown(page: Page): Promise<void> {
  const box = (await page.getByTestId('column-new').boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + 200)
  for (const end = Date.now() + 10_000; Date.now() < end; ) await page.mouse.wheel(0, 600)
}

/** Milliseconds from the release to the paint. */
async function drop(page: Page): Promise<number> {
  const cards = page.getByTestId('column-new').locator('[data-rfd-drag-handle-draggable-id]')
  const from = (await cards.nth(5).boundingBox())!
  const to = (await page.getByTestId('column-contacted').boundingBox())!
  const before = await page.evaluate(() => (window as any).releases.length)
  const saved = page.waitForResponse(response => response.url().endsWith('/move'))
  await page.mouse.move(from.x + 40, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 30, { steps: 4 })
  await page.mouse.move(to.x + to.width / 2, to.y + 300, { steps: 12 })
  await page.mouse.up()
  await saved
  await page.waitForFunction(known => (window as any).releases.length > known, before)
  return page.evaluate(() => (window as any).releases.at(-1))
}
