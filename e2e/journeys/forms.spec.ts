// Modules: forms people leads messaging files
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FrameLocator, Page } from '@playwright/test'
import type { Person } from '../../src/testing/processes/person.ts'
import {
  aChurch,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  linkIn,
  mailTo,
  newAddress,
  origin,
  test,
} from '../fixtures.ts'

/** A published form as staff would have made it. */
async function publish(owner: Person, template: string): Promise<{ id: string; slug: string }> {
  const made = await owner.ask('POST', '/rest/v1/forms', { template })
  return owner.ask('POST', `/rest/v1/forms/${made.id}/publish`, { version: made.version })
}

/** A site that is not ours, with our script in the middle of it. */
async function foreignSite(slug: string) {
  const html = `<!doctype html><html lang="en"><title>Grace</title><link rel="icon" href="data:,"><h1>Grace on the hill</h1>
    <script async src="${origin()}/embed/forms/${slug}.js"></script><p>After the form</p></html>`
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://localhost:${port}/`, close: () => server.close() }
}

/** As long as a person takes at least. */
const takeTime = (since: number) =>
  expect.poll(() => Date.now() - since, { timeout: 10_000, intervals: [200] }).toBeGreaterThan(3_200)

test('a guest fills in the connect card on the church’s own site, with spouse and child, and staff see who came', async ({
  visit,
  tolerate,
}) => {
  const { owner } = await aChurch()
  const { id, slug } = await publish(owner, 'connect')
  const site = await foreignSite(slug)
  tolerate(/left for http:\/\/localhost/)
  const guest = await visit(null, { viewport: { width: 360, height: 740 } })
  const opened = Date.now()
  await guest.goto(site.address)
  const card: FrameLocator = guest.frameLocator('iframe[title="Connect card"]')
  await card.getByLabel('First name', { exact: false }).first().fill('Pat')
  await card.getByLabel('Last name *').fill('Miller')
  await card.getByLabel('Email', { exact: true }).fill('pat.miller@')
  await card.getByText('Yes, text me').waitFor({ state: 'hidden' })
  await card.getByLabel('Mobile phone').fill('(512) 555-0142')
  await card.getByText('Yes, text me').click()
  await card.getByRole('button', { name: 'Add my spouse' }).click()
  await card.getByRole('group', { name: 'Family member 1' }).getByLabel('First name').fill('Sam')
  await card.getByRole('button', { name: 'Add a child' }).click()
  const child = card.getByRole('group', { name: 'Family member 2' })
  await child.getByLabel('First name').fill('Lia')
  await child.getByLabel('Birth date').fill('2019-05-04')
  await expectNoHorizontalScroll(guest)
  // As high as it is: the page scrolls, the frame does not.
  const frame = guest.locator('iframe')
  await expect.poll(() => frame.evaluate(one => one.clientHeight)).toBeGreaterThan(1_500)
  await takeTime(opened)
  await card.getByRole('button', { name: 'Send' }).click()
  await expect(card.getByText('Please enter a valid email address')).toBeVisible()
  await card.getByLabel('Email', { exact: true }).fill('pat.miller@example.org')
  await card.getByRole('button', { name: 'Send' }).dblclick()
  await expect(card.getByRole('heading', { name: 'Nice to meet you' })).toBeVisible()
  site.close()

  const staff = await visit(owner)
  await staff.goto(`/dashboard/forms/${id}?view=submissions`)
  await expect(staff.getByText('1 of 1 submission')).toBeVisible()
  await staff.getByRole('table').getByRole('button', { name: 'Pat Miller' }).click()
  const drawer = staff.getByRole('dialog', { name: 'Pat Miller' })
  await expect(drawer.getByText('Household: Miller family.')).toBeVisible({ timeout: 10_000 })
  await expect(drawer.getByText('Texts to +15125550142')).toBeVisible()
  await expect(drawer.getByText(/“Yes, text me church news/)).toBeVisible()
  await expect(drawer.getByText('Sam (spouse); Lia (child, 2019-05-04)')).toBeVisible()
  await drawer.getByRole('link', { name: 'Pat Miller' }).click()
  await expect(staff.getByRole('heading', { name: 'Miller family' })).toBeVisible()
  await expect(staff.getByRole('link', { name: 'Lia Miller' })).toBeVisible()
  await expect(staff.getByText('Filled out “Connect card”')).toBeVisible()
})

const fillIn = async (page: Page, first: string) => {
  await page.getByLabel('First name *').fill(first)
  await page.getByLabel('Last name *').fill('Baker')
  await page.getByLabel('Email', { exact: true }).fill('bakers@example.org')
  await page.getByLabel('Mobile phone').fill('(512) 555-0177')
}

test('at a kiosk each person starts clean, also without a connection; husband and wife are two people', async ({
  visit,
  tolerate,
}) => {
  const { owner } = await aChurch()
  const { id, slug } = await publish(owner, 'connect')
  tolerate(/ERR_INTERNET_DISCONNECTED|404/)
  const tablet = await visit(null, { viewport: { width: 800, height: 1100 } })
  await tablet.clock.install()
  const opened = Date.now()
  await tablet.goto(`/f/${slug}?kiosk=1`)
  await expectAccessible(tablet)
  await tablet.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(tablet)
  await expectAccessible(tablet)
  const first = tablet.getByLabel('First name *')

  // Someone walks away.
  await first.fill('Walked away')
  await tablet.clock.runFor(11_000)
  await expect(tablet.getByRole('status')).toContainText('Still there?')
  await tablet.clock.runFor(4_500)
  await expect(first).toHaveValue('')

  await fillIn(tablet, 'John')
  await takeTime(opened)
  await tablet.getByRole('button', { name: 'Send' }).click()
  await expect(tablet.getByRole('heading', { name: 'Nice to meet you' })).toBeVisible()
  await tablet.getByRole('button', { name: 'Next person' }).click()
  await expect(first).toHaveValue('')

  await tablet.context().setOffline(true)
  await fillIn(tablet, 'Mary')
  await tablet.getByRole('button', { name: 'Send' }).click()
  await expect(tablet.getByText('Your answers are saved on this device')).toBeVisible()
  await expect(tablet.getByText('One submission is waiting on this device')).toBeVisible()
  await tablet.clock.runFor(13_000)
  await expect(first).toHaveValue('')
  await tablet.context().setOffline(false)
  await tablet.clock.runFor(16_000)
  await expect(tablet.getByText('waiting on this device')).toBeHidden()
  expect(await tablet.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0])
  expect((await tablet.context().cookies()).map(one => one.name)).toEqual(['lampstand_consent'])

  // It stands open for weeks: an hour after it was closed, nobody fills it in any more.
  await owner.ask('POST', `/rest/v1/forms/${id}/unpublish`, {})
  await first.fill('Still here')
  await tablet.clock.fastForward(3_600_000)
  await tablet.clock.runFor(16_000)
  await tablet.clock.runFor(16_000)
  await expect(tablet.getByRole('heading', { name: 'Form not found' })).toBeVisible()

  const staff = await visit(owner)
  await staff.goto(`/dashboard/forms/${id}?view=submissions`)
  await staff.getByRole('button', { name: 'Mary Baker' }).click()
  const drawer = staff.getByRole('dialog', { name: 'Mary Baker' })
  await expect(drawer.getByText('John Baker has the same email address and phone number.')).toBeVisible({
    timeout: 10_000,
  })
  await drawer.getByRole('button', { name: 'Yes, one household' }).click()
  await drawer.getByRole('link', { name: 'Mary Baker' }).click()
  await expect(staff.getByRole('heading', { name: 'Baker family' })).toBeVisible()
  await expect(staff.getByRole('link', { name: 'John Baker' })).toBeVisible()
})

test('a form is built by the keyboard, saved by itself, published in two languages, and never overwritten by a second tab', async ({
  visit,
  tolerate,
}) => {
  tolerate(/Blocked script execution in 'about:srcdoc'/) // axe, in the preview
  tolerate(/409/)
  const { owner } = await aChurch()
  const page = await visit(owner, { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' })
  await page.goto('/dashboard/forms')
  await page.getByRole('button', { name: 'Create a connect card' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Blank form/ })
    .click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('New form')
  await page.getByRole('textbox', { name: 'Title' }).fill('Choir')
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('menuitem', { name: 'Single choice' }).click()
  await page.getByLabel('Label').fill('Voice')
  await page.getByRole('textbox', { name: 'Answers' }).fill('High\nLow')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move Voice' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await expect(page.locator('ol > li').nth(2)).toContainText('Voice')
  const preview = page.frameLocator('iframe[title="Form preview"]')
  await expect(preview.getByText('Voice')).toBeVisible()
  await expect(page.getByText('Saved', { exact: true }).filter({ visible: true })).toBeVisible()

  // A reload before it is saved keeps what was just typed.
  page.once('dialog', asked => void asked.accept())
  await page.getByRole('textbox', { name: 'Title' }).fill('Choirs')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Choirs')
  await expect(page.getByText('Saved', { exact: true }).filter({ visible: true })).toBeVisible()

  const other = await visit(owner)
  await other.goto(page.url())
  await other.getByRole('textbox', { name: 'Title' }).fill('Band')
  await expect(other.getByText('Saved', { exact: true }).filter({ visible: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Title' }).fill('Singers')
  await expect(page.getByText('Someone else changed this form')).toBeVisible()
  await page.getByRole('button', { name: 'Save my version' }).click()
  await expect(page.getByText('Someone else changed this form')).toBeHidden()
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('menuitem', { name: 'New page' }).click()
  await page.getByRole('button', { name: 'Add a field' }).click()
  await page.getByRole('menuitem', { name: 'Files' }).click()
  await page.getByRole('tab', { name: 'Languages' }).click()
  await page.getByRole('button', { name: 'Add a language' }).click()
  await page.getByRole('menuitem', { name: 'Español' }).click()
  await page.getByRole('textbox', { name: 'Title of The page in Español' }).fill('Cantantes')
  await page.getByRole('textbox', { name: 'Label of Voice in Español' }).fill('Voz')
  await page.getByRole('textbox', { name: 'Answer 2 of Voice in Español' }).fill('Baja')
  await expect(page.getByText('9 texts not translated yet')).toBeVisible()
  await expect(preview.getByRole('heading', { name: 'Cantantes' })).toBeVisible()
  await expectAccessible(page)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByText('Español: 9 texts not translated yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Publish anyway' }).click()
  await expect(page.getByText('Form published')).toBeVisible()
  await page.getByRole('tab', { name: 'Share' }).click()
  const address = await page.getByRole('link', { name: 'Open the form' }).getAttribute('href')
  const guest = await visit(null, { viewport: { width: 360, height: 740 } })
  await guest.goto(address!)
  await expect(guest.getByRole('heading', { name: 'Singers' })).toBeVisible()
  const opened = Date.now()
  await guest.getByText('Low').click()
  await expect(guest.getByText('Page 1 of 2')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Send' })).toBeHidden()
  await guest.getByLabel('First name *').fill('Kim')
  // Another language, and everything that was typed.
  await guest.getByRole('button', { name: 'Español' }).click()
  await expect(guest.getByRole('heading', { name: 'Cantantes' })).toBeVisible()
  await expect(guest.locator('html')).toHaveAttribute('lang', 'es')
  await expect(guest.getByLabel('First name *')).toHaveValue('Kim')
  await expect(guest.getByRole('radiogroup', { name: 'Voz' }).getByLabel('Baja')).toBeChecked()
  await expect(guest.getByText('Página 1 de 2')).toBeVisible()
  await expectAccessible(guest)
  await guest.getByRole('button', { name: 'Siguiente' }).click()
  await expect(guest.getByText('Rellene este campo, por favor')).toBeVisible()
  await guest.getByRole('button', { name: 'English' }).click()
  await expect(guest.getByRole('heading', { name: 'Singers' })).toBeVisible()
  // The Enter key goes on as the button does, and not before the page is right.
  await guest.getByLabel('First name *').press('Enter')
  await expect(guest.getByText('Please fill this in')).toBeVisible()
  await guest.getByLabel('Last name *').fill('Lee')
  await guest.getByRole('button', { name: 'Next' }).click()
  await expect(guest.getByRole('heading', { name: 'Next page' })).toBeFocused()
  await guest.getByRole('button', { name: 'Back' }).click()
  await expect(guest.getByLabel('First name *')).toHaveValue('Kim')
  await guest.getByRole('button', { name: 'Next' }).click()
  const song = { name: 'song.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a song') }
  await guest.getByLabel('Files').setInputFiles(song)
  await expect(guest.getByRole('button', { name: 'Remove song.pdf' })).toBeVisible()
  await expectAccessible(guest)
  await expectNoHorizontalScroll(guest)
  await takeTime(opened)
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(guest.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await page.getByRole('tab', { name: /^Submissions/ }).click()
  await page.getByRole('button', { name: 'Kim Lee' }).click()
  const arrives = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'song.pdf' }).click()
  expect((await arrives).suggestedFilename()).toBe('song.pdf')
  await expect(page.getByRole('dialog').getByText('in English')).toBeVisible()

  // A kiosk goes back to the church's own language, and nothing of the last person stays.
  const tablet = await visit(null, { viewport: { width: 800, height: 1100 } })
  await tablet.clock.install()
  await tablet.goto(`${address}?kiosk=1`)
  await tablet.getByLabel('First name *').fill('Walked away')
  await tablet.getByRole('button', { name: 'Español' }).click()
  await expect(tablet.getByRole('heading', { name: 'Cantantes' })).toBeVisible()
  await expect(tablet.getByLabel('First name *')).toHaveValue('Walked away')
  await tablet.clock.runFor(16_000)
  await expect(tablet.getByRole('heading', { name: 'Singers' })).toBeVisible()
  await expect(tablet.getByLabel('First name *')).toHaveValue('')
})

test('someone who stops halfway is sent a link and finishes in another browser', async ({ visit, tolerate }) => {
  tolerate(/Blocked script execution in 'about:srcdoc'/) // the preview, whose sandbox lets no script run
  const { owner } = await aChurch()
  const { id, slug } = await owner.ask('POST', '/rest/v1/forms', { template: 'contact' })
  const staff = await visit(owner)
  await staff.goto(`/dashboard/forms/${id}`)
  await staff.getByRole('switch', { name: 'Help people finish' }).check()
  await staff.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(staff.getByText('Form published')).toBeVisible()

  const guest = await visit(null, { viewport: { width: 360, height: 740 } })
  const opened = Date.now()
  await guest.goto(`/f/${slug}`)
  await expect(guest.getByText('We save what you type for 30 days so that we can help you finish.')).toBeVisible()
  const asked: string[] = []
  guest.on('request', one => one.url().endsWith('/kept') && asked.push(one.postData() ?? ''))
  const email = newAddress('kim')
  await guest.getByLabel('First name *').fill('Kim')
  await guest.getByLabel('Last name *').fill('Lee')
  await takeTime(opened)
  await guest.getByLabel('Email *').fill(email)
  expect(asked).toEqual([])
  await guest.getByText('Yes, send me news').click()
  await guest.getByLabel('Message').fill('Half a')
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toContain('first_name=Kim')
  expect(asked[0]).not.toContain('email_news')

  await staff.goto(`/dashboard/forms/${id}?view=unfinished`)
  await expect(staff.getByRole('row', { name: /Kim Lee/ })).toContainText('Message')
  await staff.getByRole('button', { name: 'Send a link to finish' }).click()
  await expect(staff.getByText(/^Link sent/)).toBeVisible()
  const link = linkIn(await mailTo(email, /You can still finish “Contact”/), '/f/')
  const later = await visit(null)
  const again = Date.now()
  await later.goto(link)
  await expect(later.getByText('Welcome back.')).toBeVisible()
  await expect(later.getByLabel('First name *')).toHaveValue('Kim')
  await expect(later.getByText('Yes, send me news')).not.toBeChecked()
  await later.getByLabel('Subject *').fill('Choir')
  await later.getByLabel('Message *').fill('A whole question')
  await takeTime(again)
  await later.getByRole('button', { name: 'Send' }).click()
  await expect(later.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await expect(staff.getByText('No unfinished forms')).toBeVisible()
})
