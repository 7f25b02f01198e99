// Modules: email messaging site platform-admin consent
import type { Page } from '@playwright/test'
import { expect, exploreDemo, mailTo, newAddress, origin, test } from '../fixtures.ts'

/** The test's own script, which the preview's sandbox lets run as little as any other. */
const sandboxed = /Blocked script execution in 'about:srcdoc'/

/** A network of one's own: a second try of a journey counts no messages of the first toward the hour's limit. */
const elsewhere = () => ({
  extraHTTPHeaders: { 'x-forwarded-for': `10.${[0, 0, 0].map(() => Math.trunc(Math.random() * 256)).join('.')}` },
})

/** Opts in by the public contact form, as a visitor does. */
async function subscribes(page: Page, name: string, email: string) {
  await page.goto('/contact')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Subject').fill('A question')
  await page.getByLabel('Message').fill(`From ${name}`)
  await page.getByLabel(/newsletter/).check()
  // Nobody fills a form in faster than this; a robot does.
  await page.waitForTimeout(2_100)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Message Sent!')).toBeVisible()
}

async function writes(page: Page, subject: string) {
  await page.goto('/admin#newsletter')
  await page.getByRole('button', { name: 'Send newsletter' }).click()
  await page.waitForURL('**/admin/newsletters/*')
  await page.getByLabel('Subject').fill(subject)
  await page.getByRole('textbox', { name: 'Content' }).fill('Dear {firstName|friend},\n\n**hello** from <b>us</b>.')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

async function sends(page: Page) {
  await page.getByRole('button', { name: 'Send now' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Send this newsletter to \d+ people\?$/)).toBeVisible()
  await dialog.getByRole('button', { name: /^Send to \d+ people$/ }).click()
  await expect(page.getByRole('link', { name: 'View in the web archive' })).toBeVisible()
  await expect(page.getByText(/^Sent to \d+ people/)).toBeVisible({ timeout: 20_000 })
}

const mailsTo = async (email: string, subject: string) => {
  const { items } = await (await fetch(`${origin()}/rest/v1/outbox/caught`)).json()
  return items.filter((one: any) => one.recipient === email && one.subject === subject)
}
const linkOut = (mail: string) => /http\S+\/unsubscribe\/\S+/.exec(mail)![0]

test('a newsletter: subscribed on the site, written, tested, sent; unsubscribed by header and by page, and not written to again', async ({
  page,
  visit,
  tolerate,
}) => {
  tolerate(sandboxed)
  tolerate(/400 .*newsletters/) // an address that is none
  test.setTimeout(120_000)
  const [ann, ben] = [newAddress('ann'), newAddress('ben')]
  const first = `May ${crypto.randomUUID().slice(0, 6)}`
  const visitor = await visit(null, elsewhere())
  await subscribes(visitor, 'Ann Miller', ann)
  await subscribes(visitor, 'Ben Carter', ben)

  await exploreDemo(page)
  await writes(page, first)
  const preview = page.frameLocator('iframe[title="Newsletter preview"]')
  await expect(preview.getByText('Dear Ann,')).toBeVisible()
  await expect(preview.getByText('hello from <b>us</b>.')).toBeVisible()
  await page.getByText('No name').click()
  await expect(preview.getByText('Dear friend,')).toBeVisible()

  const me = newAddress('me')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Send a test' }).click()
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('nobody')
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Email is invalid')).toBeVisible()
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(me)
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Test sent')).toBeVisible()
  expect(await mailTo(me, new RegExp(`^Test: ${first}`))).toContain('Dear Ann,')

  await sends(page)
  expect(await mailTo(ann, new RegExp(`^${first}`))).toContain('Dear Ann,')

  await page.getByRole('button', { name: /^Delivered/ }).click()
  await expect(page).toHaveURL(/outcome=delivered/)
  await page.getByRole('main').getByRole('searchbox').fill(ann)
  await expect(page.getByRole('row').filter({ hasText: ann }).getByText('Delivered')).toBeVisible()

  // Ann's mail program offers a button of its own: no page, no cookies, and it may press twice.
  const header = linkOut(await mailTo(ann, new RegExp(`^${first}`)))
  expect((await fetch(header)).status).toBe(200)
  for (const _ of [1, 2]) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await fetch(header, { method: 'POST', body })).status).toBe(200)
  }

  // Ben follows the link, without JavaScript.
  const plain = await visit(null, { javaScriptEnabled: false })
  await plain.goto(linkOut(await mailTo(ben, new RegExp(`^${first}`))))
  await plain.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(plain.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible()

  const second = `June ${crypto.randomUUID().slice(0, 6)}`
  await writes(page, second)
  await sends(page)
  expect(await mailsTo(ann, second)).toEqual([])
  expect(await mailsTo(ben, second)).toEqual([])

  await page.goto(`/admin?newsletter.q=${ben}#newsletter`)
  const row = page.getByRole('row').filter({ hasText: ben })
  await expect(row.getByText('Unsubscribed')).toBeVisible()
  await plain.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(plain.getByRole('heading', { name: /^Unsubscribe from the Lampstand newsletter/ })).toBeVisible()
  await page.reload()
  await expect(row.getByText('Subscribed', { exact: true })).toBeVisible()
})

test('a draft: a tag that is none is said at its field, what is typed is kept, it is scheduled by the server’s clock and undone', async ({
  page,
  tolerate,
}) => {
  tolerate(/400/)
  tolerate(sandboxed)
  await exploreDemo(page)
  await writes(page, 'July')
  const content = page.getByRole('textbox', { name: 'Content' })
  await content.fill('Hi {firstname}')
  await expect(page.getByText('{firstname} is not a merge tag. Did you mean {firstName}?')).toBeVisible()
  await expect(content).toHaveValue('Hi {firstname}')
  await content.fill('Hi {firstName}')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByText('No name').click()
  await expect(page.getByText('No value for {firstName}')).toBeVisible()

  // As blocks, with a picture of the server, and back: the words come along.
  await page.getByText('Blocks and pictures').click()
  const blocks = page.getByRole('list', { name: 'Blocks' })
  await expect(blocks.getByText('Hi {firstName}')).toBeVisible()
  await page.getByRole('region', { name: 'Add a block' }).getByRole('button', { name: 'Picture' }).click()
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const picture = { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
  await page.locator('input[type="file"]').setInputFiles(picture)
  await page.getByLabel('Description').fill('A lamp')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const mail = page.frameLocator('iframe[title="Newsletter preview"]')
  await expect(mail.getByRole('img', { name: 'A lamp' })).toBeVisible()
  await page.getByLabel('Editor').getByText('Text', { exact: true }).click()
  await page.getByRole('button', { name: 'Text only' }).click()
  await expect(content).toHaveValue('Hi {firstName}')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Schedule' }).click()
  await expect(page.getByText('Time zone: New York.')).toBeVisible()
  await page.getByLabel('Send on').fill('2001-01-01T09:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('Please choose a time in the future')).toBeVisible()
  await page.getByLabel('Send on').fill('2099-07-04T09:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await expect(page.locator('#main').getByText('Scheduled', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.locator('#main').getByText('Scheduled', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to drafts' }).click()
  await expect(content).toHaveValue('Hi {firstName}')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.waitForURL('**/admin#newsletter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForURL('**/admin/newsletters/*')
  await expect(content).toHaveValue('Hi {firstName}')
})

test('the outbox lets one be the mail server that says there is no such mailbox, and templates are looked at', async ({
  page,
  visit,
}) => {
  const cleo = newAddress('cleo')
  await subscribes(await visit(null, elsewhere()), 'Cleo Diaz', cleo)
  await mailTo(cleo, /We have your message/)
  await page.goto('/outbox')
  await page.getByRole('button', { name: cleo }).click()
  await page.getByRole('button', { name: 'No such mailbox' }).click()
  await expect(page.getByRole('article').getByText('Undelivered')).toBeVisible()
  await exploreDemo(page)
  await page.goto(`/admin?newsletter.q=${cleo}#newsletter`)
  const row = page.getByRole('row').filter({ hasText: cleo })
  await expect(row.getByText('Bounced')).toBeVisible()
  await row.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Try this address again' }).click()
  await expect(row.getByText('Subscribed', { exact: true })).toBeVisible()
  await page.goto('/outbox/templates')
  await page.getByRole('button', { name: /identity\/recoveryMail/ }).click()
  await expect(page.getByRole('heading', { name: 'Reset your Lampstand password' })).toBeVisible()
})

test('a link that is not whole says so in a sentence', async ({ page, tolerate }) => {
  tolerate(/404/)
  await page.goto('/unsubscribe/v1.x.y')
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
})
