import { AxeBuilder } from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { visitor } from '../playwright.config.ts'
import { type Person, person, signUp } from '../src/testing/processes/person.ts'

export { expect }
export const password = 'a lamp on a stand'
export const origin = () => `http://127.0.0.1:${process.env.E2E_PORT}`
/** An address that nobody has used yet. */
export const newAddress = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.org`

export interface Church {
  owner: Person
  /** A member of that role, who has joined by an invitation. */
  member(role: string, name?: string): Promise<Person>
}

interface Fixtures {
  /** What the browser may complain about in this test, e.g. a refusal that the test provokes. */
  tolerate: (complaint: RegExp) => void
  /** A page of someone's own browser, signed in where a person is given. */
  visit: (who: Person | null, options?: BrowserContextOptions) => Promise<Page>
}

export const test = base.extend<Fixtures & { complaints: { found: string[]; tolerated: RegExp[] } }>({
  complaints: [
    async ({ context }, use) => {
      const complaints = { found: [] as string[], tolerated: [] as RegExp[] }
      listen(context, complaints.found)
      await use(complaints)
      const { found, tolerated } = complaints
      expect(found.filter(text => !tolerated.some(pattern => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  tolerate: ({ complaints }, use) => use(complaint => void complaints.tolerated.push(complaint)),
  context: async ({ context }, use) => {
    await answerConsent(context)
    await use(context)
  },
  visit: async ({ browser, complaints, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async (who, options) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: origin(),
        ...(who && { storageState: stateOf(who) }),
        ...options,
      })
      opened.push(context)
      listen(context, complaints.found)
      await answerConsent(context)
      return context.newPage()
    })
    for (const context of opened) await context.close()
  },
})

/** A context that outlives a test, and who hears its complaints now. */
export interface SharedBrowser {
  context: BrowserContext
  hear(found: string[]): void
}

export async function sharedBrowser(browser: Browser, who: Person | null): Promise<SharedBrowser> {
  const context = await browser.newContext({
    ...visitor,
    baseURL: origin(),
    ...(who && { storageState: stateOf(who) }),
  })
  let hearing: string[] = []
  listen(context, { push: complaint => hearing.push(complaint) })
  await answerConsent(context)
  return { context, hear: found => void (hearing = found) }
}

/** A recorded second try reaches into every frame with a script; the frame of a mail refuses it, as it should. */
const fromRecording = /Blocked script execution in 'about:srcdoc'/

/** Errors on the console, uncaught ones, and requests that leave for another host. */
function listen(context: BrowserContext, found: Pick<string[], 'push'>): void {
  context.on('page', page => page.on('pageerror', error => found.push(`uncaught: ${error.stack ?? error}`)))
  context.on('console', message => {
    if (message.type() === 'error' && !fromRecording.test(message.text()))
      found.push(`console: ${message.text()} ${message.location().url}`)
  })
  context.on('request', request => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin()) found.push(`left for ${url.href}`)
  })
}

const answerConsent = (context: BrowserContext) =>
  context.addCookies([{ name: 'lampstand_consent', value: 'declined', url: origin() }])

/** What a browser keeps of a session. */
function stateOf(who: Person): BrowserContextOptions['storageState'] {
  const session = who.session
  const localStorage = [
    { name: 'sb-127-auth-token', value: JSON.stringify(session) },
    { name: 'lampstand.account', value: who.clientId },
  ]
  return { cookies: [], origins: [{ origin: origin(), localStorage }] }
}

/** A church that nobody else uses, past its first-run steps. */
export async function aChurch(name = 'Hope Chapel'): Promise<Church> {
  const owner = await signUp(origin(), name)
  const { version } = await owner.ask('GET', '/rest/v1/church/read')
  await owner.ask('POST', '/rest/v1/church/change', {
    version,
    timeZone: 'America/Chicago',
    country: 'US',
    setUp: true,
  })
  return {
    owner,
    async member(role, name = 'Casey Cole') {
      const email = newAddress('member')
      await owner.ask('POST', '/rest/v1/invitations', { email, role })
      const invitation = /token=([\w-]+)/.exec(await mailTo(email, /invites you/))![1]
      const joined = await fetch(`${origin()}/auth/v1/signup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password, data: { name, invitation } }),
      })
      const session = await joined.json()
      return person(origin(), {
        email,
        token: session.access_token,
        clientId: owner.clientId,
        userId: session.user.id,
        session,
      })
    },
  }
}

/** The text of the newest mail to that address with such a subject, once it is delivered. */
export async function mailTo(email: string, subject: RegExp): Promise<string> {
  let text: string | undefined
  await expect(async () => {
    const { items } = await (await fetch(`${origin()}/rest/v1/outbox/caught`)).json()
    const mail = items.find((one: any) => one.recipient === email && subject.test(one.subject))
    expect(mail?.state, `a mail to ${email}`).toBe('delivered')
    text = mail.text
  }).toPass({ timeout: 15_000 })
  return text!
}

/** The first link of a mail that leads to such a path. */
export const linkIn = (mail: string, path: string) => new RegExp(`https?://\\S+${path}\\S*`).exec(mail)![0]

/** @param colorsAlone the same screen was looked at in another light: only what colors and sizes decide can differ */
export async function expectAccessible(page: Page, { colorsAlone = false } = {}): Promise<void> {
  // What is still fading in would be measured half transparent; what never ends is not waited for.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(one => Number.isFinite(one.effect?.getComputedTiming().endTime))
        .map(one => one.finished.catch(() => {})),
    ),
  )
  // A mail's preview lets no script run, so axe would wait in vain for an answer from inside.
  // In the page itself and for what is wrong alone: a second page for each look would cost as much as the look.
  // Half a megabyte of script, which a page without frames keeps from its first look.
  const isLoaded = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: '0' }) })
    .exclude('iframe[sandbox]')
    .setLegacyMode(true)
  // Target size is the one rule of WCAG 2.2 that axe leaves out unless it is asked for.
  const rules = { 'target-size': { enabled: true } }
  const only = colorsAlone ? { runOnly: ['color-contrast', 'target-size'] } : {}
  const { violations } = await axe.options({ resultTypes: ['violations'], rules, ...only }).analyze()
  const told = violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(node => node.html).join('\n  ')}`)
  expect(told, page.url()).toEqual([])
  if (!colorsAlone) await expectFocusInside(page)
}

/** More stops than any dialog has. */
const MOST_STOPS = 150

/** Tab through every stop of the dialog on top: the focus never falls behind it, and is then where it was. */
async function expectFocusInside(page: Page): Promise<void> {
  const dialog = page.locator('[role=dialog][aria-modal=true]:visible').last()
  if ((await dialog.count()) === 0) return
  const focused = (await page.evaluateHandle(() => document.activeElement)).asElement()
  const stops = await dialog.evaluateHandle(root => ({ root, first: null as Element | null }))
  for (let i = 0; i < MOST_STOPS; i++) {
    await page.keyboard.press('Tab')
    const stop = await stops.evaluate(walk => {
      const at = document.activeElement
      if (!at || !walk.root.contains(at)) return `behind the dialog, at ${at?.outerHTML.slice(0, 200)}`
      if (at === walk.first) return 'round'
      walk.first ??= at
      return ''
    })
    if (stop === 'round') break
    expect(stop, `Tab ${i + 1} in the dialog of ${page.url()}`).toBe('')
  }
  await focused?.evaluate(element => (element as HTMLElement).focus())
}

export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  // After the window was made smaller, the sidebar takes a moment to close.
  await expect.poll(beyond, { message: `${page.url()} is wider than the window`, timeout: 3_000 }).toBe(0)
}

/** Signs up on the sign-in page, as a stranger does. */
export async function signUpByHand(page: Page, name: string): Promise<string> {
  const email = newAddress('owner')
  await page.goto('/login?signup=true')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  return email
}

/** Signs in to the demo church, as its owner. */
export async function exploreDemo(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Explore the demo' }).click()
  await page.waitForURL('**/dashboard')
}
