/** Takes the pictures of the public pages: screens of the demo church, previews for sharing, icons. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { clearAway, type RunningServer, startServer } from '#testing/processes/server.ts'
import { command } from './command.ts'
import { drawIcons, drawPreviews, publicFile } from './previews.ts'

interface Scene {
  name: string
  /** Brings the page to the moment; resolves when everything stands. */
  show(page: Page): Promise<unknown>
}

const list = [
  ['First Name', 'Last Name', 'Email', 'Mobile', 'Birthday', 'Groups'],
  ['Ann', 'Miller', 'miller@example.org', '(615) 555-0143', '4/12/1984', 'Choir'],
  ['Ben', 'Miller', 'miller@example.org', '(615) 555-0144', '9/30/1982', 'Tuesday small group'],
  ['Zoe', 'Carter', 'zoe@example.org', '(615) 555-0171', '1/5/1991', 'Welcome team'],
]

const scenes: Scene[] = [
  { name: 'dashboard', show: page => open(page, '/dashboard', 'Recent Leads') },
  { name: 'board', show: page => open(page, '/leads', 'New Leads') },
  {
    name: 'lead',
    async show(page) {
      await page.goto(`/leads?lead=${(await talkedTo(page)).id}`)
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'people', show: page => open(page, '/people') },
  {
    name: 'person',
    async show(page) {
      const { items } = await ask(page, '/rest/v1/people?search=Maria%20Mitchell')
      await open(page, `/people/${items[0].id}`)
    },
  },
  {
    name: 'inbox',
    async show(page) {
      await open(page, '/conversations')
      await page.getByText('Could someone pray').first().waitFor()
      const { items } = await ask(page, '/rest/v1/conversations?limit=20')
      const { name } = items.find((one: { preview: string }) => one.preview.startsWith('Could someone pray'))
      await page.getByText(name, { exact: true }).first().click()
      await page.getByText('Told the Tuesday group').waitFor()
    },
  },
  {
    name: 'texts',
    async show(page) {
      await open(page, '/sms')
      await page.getByText('Everyone we know').click()
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill(lunch)
      await page.getByText('numbers will get it').waitFor()
      await page.getByText('people chosen').evaluate(line => {
        line.scrollIntoView({ block: 'start' })
        window.scrollBy(0, -240)
      })
    },
  },
  {
    name: 'mail',
    async show(page) {
      const { items } = await ask(page, '/rest/v1/campaigns?channel=email&state=sent')
      await open(page, `/dashboard/campaigns/${items[0].id}`, 'Opened, about')
      await page.frameLocator('iframe').getByRole('heading', { name: 'Coming up' }).waitFor()
    },
  },
  {
    name: 'form',
    async show(page) {
      const { items } = await ask(page, '/rest/v1/form-submissions?search=baptism')
      await open(page, `/dashboard/forms/${items[0].formId}`, 'Your family')
    },
  },
  {
    name: 'calendar',
    show: page => open(page, '/calendar', 'Membership class'),
  },
  {
    name: 'workflow',
    async show(page) {
      await open(page, '/automation', 'Guest follow-up')
      const { items } = await ask(page, '/rest/v1/workflows?search=guest&state=active')
      await open(page, `/automation/${items[0].id}`, 'Wait 2 days')
    },
  },
  {
    name: 'import',
    async show(page) {
      await open(page, '/people/import')
      const buffer = Buffer.from(list.map(row => row.join(',')).join('\n'))
      await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer })
      await page.getByText('Miller').filter({ visible: true }).first().waitFor()
    },
  },
]

const lunch =
  "Hi {firstName|friend}, the newcomers' lunch is on Sunday at 12:30 in the hall. Will you come? Answer with how many."

/** The card on top of the second column: someone has spoken with them, so that there is something to see. */
const talkedTo = async (page: Page): Promise<{ id: string; personId: string }> =>
  (await ask(page, '/rest/v1/leads?status=contacted&limit=1')).items[0]

/** What the server answers to the person who is signed in on that page. */
const ask = (page: Page, path: string) =>
  page.evaluate(async path => {
    const name = Object.keys(localStorage).find(key => key.endsWith('-auth-token'))!
    const { access_token } = JSON.parse(localStorage.getItem(name)!)
    const account = localStorage.getItem('lampstand.account')!
    const headers = { authorization: `Bearer ${access_token}`, 'lampstand-client': account }
    return (await fetch(path, { headers })).json()
  }, path)

async function open(page: Page, address: string, text?: string) {
  await page.goto(address)
  await page.locator('h1:visible').first().waitFor()
  if (text) await page.getByText(text).filter({ visible: true }).first().waitFor()
}

/** Nothing that still loads, moves or floats above. */
async function settle(page: Page) {
  await page.locator('.mantine-Skeleton-root:visible').first().waitFor({ state: 'detached' })
  await page.addStyleTag({ content: '#chat-button, .mantine-Notifications-root { display: none !important }' })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(1_200)
}

/** Scenes named on the command line; none: all of them, with previews and icons. */
const only = process.argv.slice(2)
const looks = ['light', 'dark'] as const
const sizes = [
  { suffix: '', viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
  { suffix: '-phone', viewport: { width: 384, height: 712 }, deviceScaleFactor: 1.75 },
]

/** A browser writes WebP smaller than PNG, and there is one here anyway. */
async function webp(page: Page, png: Buffer): Promise<Buffer> {
  const encoded = await page.evaluate(async data => {
    const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d')!.drawImage(picture, 0, 0)
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.72 })
    const bytes = new Uint8Array(await blob.arrayBuffer())
    return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
  }, png.toString('base64'))
  return Buffer.from(encoded, 'base64')
}

async function takeShots(browser: Browser, server: RunningServer) {
  const encoder = await browser.newPage()
  for (const { suffix, ...size } of sizes)
    for (const colorScheme of looks) {
      const context = await browser.newContext({
        ...size,
        colorScheme,
        baseURL: server.url,
        reducedMotion: 'reduce',
        locale: 'en-US',
      })
      await context.addCookies([{ name: 'lampstand_consent', value: 'declined', url: server.url }])
      const page = await context.newPage()
      await page.goto('/login')
      await page.getByRole('button', { name: 'Explore the demo' }).click()
      await page.waitForURL('**/dashboard')
      for (const { name, show } of scenes.filter(({ name }) => only.length === 0 || only.includes(name))) {
        await show(page)
        await settle(page)
        const picture = await webp(encoder, await page.screenshot())
        writeFileSync(publicFile(`shots/${name}${suffix}-${colorScheme}.webp`), picture)
        console.log(`shots/${name}${suffix}-${colorScheme}.webp ${(picture.length / 1000).toFixed(0)} kB`)
      }
      await context.close()
    }
}

await command(import.meta, 'npm run screenshots', async () => {
  for (const folder of ['shots', 'og']) mkdirSync(publicFile(folder), { recursive: true })
  const server = await startServer({ set: { DEMO: 'on', LOG_LEVEL: 'error' } })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb'],
  })
  try {
    await takeShots(browser, server)
    if (only.length > 0) return
    await drawPreviews(browser, server.url)
    await drawIcons(browser)
  } finally {
    await browser.close()
    await clearAway(server.dataDir, server)
  }
})
