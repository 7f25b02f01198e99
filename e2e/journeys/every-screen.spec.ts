import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type Person, person, send } from '../../src/testing/processes/person.ts'
import routes from '../../src/web/routes.ts'
import {
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  linkIn,
  mailTo,
  newAddress,
  origin,
  test,
} from '../fixtures.ts'

interface Screen {
  path: string
  signedIn: boolean
}

/** Every address that has a screen, whoever adds one. */
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
  { path: '/leads?view=table', signedIn: true },
  { path: '/leads?lead=:lead', signedIn: true },
  { path: '/people?add=1', signedIn: true },
  { path: '/people/segments/new', signedIn: true },
  { path: '/people/merge?first=:pair', signedIn: true },
  { path: '/people/fields?new=1', signedIn: true },
  { path: '/dashboard/forms?new=1', signedIn: true },
  { path: '/dashboard/forms/:form?view=handling', signedIn: true },
  { path: '/dashboard/forms/:form?view=languages', signedIn: true },
  { path: '/dashboard/forms/:form?view=unfinished', signedIn: true },
  { path: '/dashboard/forms/:form?view=share', signedIn: true },
  { path: '/dashboard/forms/:form?view=submissions&submission=:submission', signedIn: true },
  { path: '/dashboard/forms/:form?view=analytics', signedIn: true },
  { path: '/f/connect-card-demo', signedIn: false },
  { path: '/f/connect-card-demo/qr', signedIn: false },
  { path: '/chat/:church', signedIn: false },
  { path: '/settings?section=team', signedIn: true },
  { path: '/settings?section=activity', signedIn: true },
  { path: '/settings?section=data', signedIn: true },
  { path: '/sms/:poll?show=poll', signedIn: true },
  { path: '/twilio?tab=calls', signedIn: true },
  { path: '/twilio?tab=sms', signedIn: true },
  { path: '/twilio?tab=settings', signedIn: true },
  { path: '/admin#audit', signedIn: true },
  { path: '/admin/newsletters/:sent', signedIn: true },
  { path: '/dashboard/campaigns?new=1', signedIn: true },
  { path: '/dashboard/campaigns/:sent', signedIn: true },
  { path: '/dashboard/campaigns/:draft?step=recipients', signedIn: true },
  { path: '/dashboard/campaigns/:draft?step=check', signedIn: true },
]
const screens = [...walk(await routes), ...further]

/** One text stands for all of its kind. */
const articles: Record<string, string> = {
  '/help/:slug': '/help/invite-colleagues',
  '/blog/:slug': '/blog/a-board-for-monday',
}

/** The demo church's owner, and somebody of its people. */
async function demo() {
  const { body: session } = await send(`${origin()}/auth/v1/demo`, { method: 'POST' })
  const known = { email: session.user.email, token: session.access_token, userId: session.user.id, session }
  const unsure = person(origin(), { ...known, clientId: '' })
  const { accounts } = await unsure.ask('GET', '/rest/v1/clients/mine')
  const owner = person(origin(), { ...known, clientId: accounts.find((one: any) => !one.house).id })
  const { items } = await owner.ask('GET', '/rest/v1/leads?limit=1')
  return { owner, ids: { ':id': items[0].personId, ':lead': items[0].id } as Record<string, string> }
}

/** From top to bottom: a section that is made when it comes into view is there then. */
const readThrough = (page: Page) =>
  page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      scrollTo(0, y)
      await new Promise(resolve => requestAnimationFrame(resolve))
    }
    scrollTo(0, 0)
  })

/** An issue, its page, and the way out of it that one of its readers has. */
async function newsletter(path: string, owner: Person): Promise<string | undefined> {
  if (!/newsletters?\/:|unsubscribe\/:/.test(path)) return
  const { items } = await owner.ask('GET', '/rest/v1/newsletters')
  const sent = items.find((one: any) => one.slug)
  if (path === '/newsletter/:slug') return `/newsletter/${sent.slug}`
  if (path === '/admin/newsletters/:sent') return `/admin/newsletters/${sent.id}`
  if (path === '/admin/newsletters/:id') return `/admin/newsletters/${items.find((one: any) => !one.slug).id}`
  const caught = await (await fetch(`${origin()}/rest/v1/outbox/caught`)).json()
  return new URL(/http\S+\/unsubscribe\/\S+/.exec(caught.items.find((one: any) => one.kind === 'newsletter').text)![0])
    .pathname
}

/** A campaign of the demo church, sent or being made. */
async function campaign(path: string, owner: Person): Promise<string | undefined> {
  if (!path.startsWith('/dashboard/campaigns/:')) return
  if (path.includes(':sent')) {
    const { items } = await owner.ask('GET', '/rest/v1/campaigns?channel=email&state=sent')
    return `/dashboard/campaigns/${items[0].id}`
  }
  const { id } = await owner.ask('POST', '/rest/v1/email-campaigns', { name: 'Looked at', template: 'weekly' })
  return path.replace(/:(id|draft)/, id)
}

/** The pages of the demo church that its readers come to. */
async function forReaders(path: string, owner: Person): Promise<string | undefined> {
  if (!/^\/(subscribe|mail|confirm|preferences|chat)\/:/.test(path)) return
  const { accounts } = await owner.ask('GET', '/rest/v1/clients/mine')
  const slug = accounts.find((one: any) => !one.house).slug
  if (path.includes(':church')) return path.replace(':church', slug)
  const to = newAddress('reader')
  if (path.startsWith('/confirm')) {
    const body = new URLSearchParams({ email: to, topic: 'prayer-letter' })
    await fetch(`${origin()}/subscribe/${slug}`, { method: 'POST', body, redirect: 'manual' })
    return new URL(linkIn(await mailTo(to, /Please confirm/), '/confirm/')).pathname
  }
  const { items } = await owner.ask('GET', '/rest/v1/campaigns?channel=email&state=sent')
  await owner.ask('POST', `/rest/v1/email-campaigns/${items[0].id}/test`, { to: [to] })
  return new URL(linkIn(await mailTo(to, /^Test:/), '/preferences/')).pathname
}

/** A text to many that the demo church has sent. */
async function texts(path: string, owner: Person): Promise<string | undefined> {
  if (path === '/sms/slides/:id') {
    const { items } = await owner.ask('GET', '/rest/v1/sms-keywords')
    return `/sms/slides/${items[0].id}`
  }
  if (path === '/sms/:poll?show=poll') {
    const { items } = await owner.ask('GET', '/rest/v1/sms-campaigns?state=sent')
    return `/sms/${items.find((one: any) => one.poll).id}?show=poll`
  }
  if (path !== '/sms/:id') return
  const { items } = await owner.ask('GET', '/rest/v1/sms-campaigns?state=sent')
  return `/sms/${items.find((one: any) => one.poll).id}`
}

/** A number of the demo church, with its menu. */
async function number(path: string, owner: Person): Promise<string | undefined> {
  if (path !== '/twilio/numbers/:id') return
  const { items } = await owner.ask('GET', '/rest/v1/phone-numbers')
  return `/twilio/numbers/${items.at(-1).id}`
}

/** A segment of the demo church, in its editor. */
async function segment(path: string, owner: Person): Promise<string | undefined> {
  if (path !== '/people/segments/:id') return
  const { items } = await owner.ask('GET', '/rest/v1/segments?limit=1')
  return `/people/segments/${items[0].id}`
}

/** Two of the demo church who may be one. */
async function pair(path: string, owner: Person): Promise<string | undefined> {
  if (!path.includes(':pair')) return
  const { items } = await owner.ask('GET', '/rest/v1/duplicates?limit=1')
  return path.replace(':pair', `${items[0].other.id}&second=${items[0].person.id}`)
}

/** The demo's connect card, and what somebody sent with it. */
async function form(path: string, owner: Person): Promise<string | undefined> {
  if (!path.startsWith('/dashboard/forms/:')) return
  const { items } = await owner.ask('GET', '/rest/v1/form-submissions?search=baptism')
  return path.replace(/:(id|form)/, items[0].formId).replace(':submission', items[0].id)
}

async function isThere(page: Page): Promise<void> {
  await expect(page.locator('h1:visible').first()).toBeVisible()
  await expect(async () => {
    await readThrough(page)
    await expect(page.locator('.mantine-Skeleton-root:visible')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  // Colours on their way to others would be measured in between.
  await page.evaluate(() => Promise.all(document.getAnimations().map(one => one.finished.catch(() => {}))))
}

for (const { path, signedIn } of screens) {
  test(`${path}: without barriers, in light and dark, on a phone without scrolling sideways`, async ({
    visit,
    tolerate,
  }) => {
    tolerate(/404 .*invitations\/view/) // an invitation's page without a token
    tolerate(/Blocked script execution in 'about:srcdoc'/) // axe, in a preview whose sandbox lets no script run
    const { owner, ids } = await demo()
    const address =
      articles[path] ??
      (await segment(path, owner)) ??
      (await pair(path, owner)) ??
      (await texts(path, owner)) ??
      (await number(path, owner)) ??
      (await newsletter(path, owner)) ??
      (await form(path, owner)) ??
      (await campaign(path, owner)) ??
      (await forReaders(path, owner)) ??
      path.replace(/:\w+/, name => ids[name]!)
    const page = await visit(signedIn ? owner : null, {
      viewport: { width: 360, height: 740 },
      reducedMotion: 'reduce',
    })
    await page.goto(address)
    // Dark as on a phone at night, light as at a desk: each element and each colour is looked at once.
    for (const [width, height, colorScheme] of [
      [360, 740, 'dark'],
      [1440, 900, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await isThere(page)
      await expectNoHorizontalScroll(page)
      await expectAccessible(page)
    }
  })
}
