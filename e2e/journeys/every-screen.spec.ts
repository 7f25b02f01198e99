// Modules: all
import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Person } from '../../src/testing/processes/person.ts'
import routes from '../../src/web/routes.ts'
import { expectControlsToWork } from '../controls.ts'
import {
  test as base,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  type SharedBrowser,
  sharedBrowser,
} from '../fixtures.ts'
import { openDemo, sampleAddress, sampledAddresses } from '../sample-addresses.ts'

interface Screen {
  path: string
  signedIn: boolean
}

/** Every address that has a screen, no matter who adds one. */
const walk = (entries: RouteConfigEntry[], above = '', signedIn = false): Screen[] =>
  entries.flatMap(({ path = '', file, children, index }) => {
    const at = path ? `${above}/${path}` : above
    const inside = signedIn || file.includes('app-layout')
    if (children) return walk(children, at, inside)
    return path === '*' ? [] : [{ path: index ? at || '/' : at, signedIn: inside }]
  })

/** What opens on top of a screen, or takes its place, by its address alone. */
const further: Screen[] = [
  { path: '/login?signup=true', signedIn: false },
  { path: '/login?forgot=true', signedIn: false },
  { path: '/pricing?interval=year', signedIn: false },
  { path: '/pricing?view=connection', signedIn: false },
  { path: '/help?q=import', signedIn: false },
  { path: '/help#chat', signedIn: false },
  { path: '/leads?add=1', signedIn: true },
  { path: '/ai?tab=automations', signedIn: true },
  { path: '/ai?tab=analytics', signedIn: true },
  { path: '/leads?view=table', signedIn: true },
  { path: '/people?add=1', signedIn: true },
  { path: '/people/segments/new', signedIn: true },
  { path: '/people/fields?new=1', signedIn: true },
  { path: '/dashboard/forms?new=1', signedIn: true },
  { path: '/confirm/:token', signedIn: false },
  { path: '/preferences/:token', signedIn: false },
  { path: '/unsubscribe/:token', signedIn: false },
  { path: '/settings?section=team', signedIn: true },
  { path: '/settings?section=activity', signedIn: true },
  { path: '/settings?section=data', signedIn: true },
  { path: '/settings?section=care', signedIn: true },
  { path: '/settings?section=ai-models', signedIn: true },
  { path: '/settings?section=leads', signedIn: true },
  { path: '/sms?tab=repeated', signedIn: true },
  { path: '/sms?tab=templates', signedIn: true },
  { path: '/sms?tab=keywords', signedIn: true },
  { path: '/sms?tab=settings', signedIn: true },
  { path: '/qr-codes?tab=campaigns', signedIn: true },
  { path: '/qr-codes?tab=analytics', signedIn: true },
  { path: '/twilio?tab=calls', signedIn: true },
  { path: '/twilio?tab=sms', signedIn: true },
  { path: '/twilio?tab=settings', signedIn: true },
  { path: '/robocalls?tab=analytics', signedIn: true },
  { path: '/robocalls?tab=compliance', signedIn: true },
  { path: '/robocalls?new=1', signedIn: true },
  { path: '/closures?new=1', signedIn: true },
  { path: '/admin#audit', signedIn: true },
  { path: '/dashboard/campaigns?new=1', signedIn: true },
  { path: '/dashboard/campaigns/:id?step=recipients', signedIn: true },
  { path: '/dashboard/campaigns/:id?step=check', signedIn: true },
]
const routed = walk(await routes)

/** Two addresses of one screen differ in their samples and in what follows the path. */
const screenOf = (address: string) => address.replace(/[?#].*/, '').replace(/:\w+/g, ':')
const behindSignIn = new Set(routed.filter(one => one.signedIn).map(({ path }) => screenOf(path)))
const sampled = sampledAddresses()
  .filter(path => !routed.some(one => one.path === path))
  .map(path => ({ path, signedIn: behindSignIn.has(screenOf(path)) }))
const screens = [...routed, ...further, ...sampled]

/** The browsers of the demo's owner and of a stranger, which all screens of a worker share: a script is loaded once. */
interface Shared {
  demo: Person
  browsers: { owner: SharedBrowser; stranger: SharedBrowser }
}

const test = base.extend<{ lookAround: (signedIn: boolean) => Promise<Page> }, Shared>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for from the pattern
  demo: [async ({}, use) => use(await openDemo()), { scope: 'worker' }],
  browsers: [
    async ({ browser, demo }, use) => {
      const owner = await sharedBrowser(browser, demo)
      const stranger = await sharedBrowser(browser, null)
      await use({ owner, stranger })
      for (const { context } of [owner, stranger]) await context.close()
    },
    { scope: 'worker' },
  ],
  lookAround: async ({ browsers, complaints }, use) => {
    const pages: Page[] = []
    await use(async signedIn => {
      const { context, hear } = signedIn ? browsers.owner : browsers.stranger
      hear(complaints.found)
      pages.push(await context.newPage())
      return pages.at(-1)!
    })
    for (const page of pages) await page.close()
  },
})

/** From top to bottom: a section that is made when it comes into view is there then. */
const readThrough = (page: Page) =>
  page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      scrollTo(0, y)
      await new Promise(resolve => requestAnimationFrame(resolve))
    }
    scrollTo(0, 0)
  })

async function isThere(page: Page): Promise<void> {
  await expect(page.locator('h1:visible').first()).toBeVisible()
  await expect(async () => {
    await readThrough(page)
    await expect(page.locator('.mantine-Skeleton-root:visible')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // Colors on their way to others would be measured in between.
  await page.evaluate(() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => {}))))
}

// One after the other would keep one worker busy long after the other has no journeys left.
test.describe.configure({ mode: 'parallel', timeout: 120_000 })

for (const { path, signedIn } of screens) {
  test(`${path}: without barriers, in light and dark, on a phone without scrolling sideways, each control does its job`, async ({
    demo,
    lookAround,
    tolerate,
  }) => {
    tolerate(/404 .*invitations\/view/) // an invitation's page without a token
    tolerate(/Blocked script execution in 'about:srcdoc'/) // axe, in a preview whose sandbox lets no script run
    const address = await sampleAddress(path, demo)
    const page = await lookAround(signedIn)
    await page.setViewportSize({ width: 360, height: 740 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(address)
    // Dark as on a phone at night, light as at a desk: each element and each color is looked at once.
    for (const [width, height, colorScheme] of [
      [360, 740, 'dark'],
      [1440, 900, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await isThere(page)
      await expectNoHorizontalScroll(page)
      await expectAccessible(page, { colorsAlone: colorScheme === 'dark' })
    }
    // What stands around every screen is clicked on one of them.
    const screen = path.endsWith('#chat') ? '#chat' : '#main'
    const isFramed = (signedIn && path !== '/dashboard') || path.endsWith('#chat')
    await expectControlsToWork(page, { within: isFramed ? screen : 'body' })
  })
}
