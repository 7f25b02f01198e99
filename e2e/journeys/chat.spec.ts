// Modules: site conversations
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { person, send } from '../../src/testing/processes/person.ts'
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, newAddress, origin, test } from '../fixtures.ts'

// A step that waits in vain says so long before the mail would have left.
test.use({ actionTimeout: 15_000 })

/** Someone's site at another origin, whose style would break whatever it reaches. */
async function aSite(code: string) {
  const html = `<!doctype html><html lang="en"><title>Hope</title><style>* { font-size: 40px !important; color: red !important } iframe { display: none !important; width: 10px !important }</style><h1>Hope Chapel</h1>${code}</html>`
  const server = http.createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(html))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { host: `localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const settingsOf = (domains: string[], version = 0) => ({
  enabled: true,
  welcome: 'Welcome to Hope Chapel!',
  hours: '',
  ask: 'both',
  version,
  domains,
  privacy: 'We keep what you write so that we can answer you.',
})

/** Answers in the open thread. */
async function answer(page: Page, text: string): Promise<void> {
  const box = page.getByLabel('Message', { exact: true })
  await box.fill(text)
  await box.press('Enter')
  await expect(page.getByLabel('Messages').getByText(text)).toBeVisible()
}

test('a visitor of the church’s own site writes, both see each other live, and staff are told when they have gone', async ({
  visit,
  tolerate,
}) => {
  test.setTimeout(90_000)
  tolerate(/left for http:\/\/localhost:/)
  tolerate(/favicon\.ico/)
  tolerate(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/)
  tolerate(/400 .*church-chat\/change/)
  const church = await aChurch()
  const { slug } = await church.owner.ask('GET', '/rest/v1/church-chat/read')
  const site = await aSite(`<script async src="${origin()}/embed/chat/${slug}.js"></script>`)
  const stranger = await visit(null)

  // Nobody but the church's own sites may show it.
  await church.owner.ask('POST', '/rest/v1/church-chat/change', settingsOf(['www.elsewhere.org']))
  await stranger.goto(`http://${site.host}/`)
  const refused = stranger.frameLocator('#lampstand-chat')
  await expect(stranger.locator('#lampstand-chat')).toBeAttached()
  await expect.poll(() => stranger.frames().some(frame => frame.url().startsWith('chrome-error'))).toBe(true)
  await expect(refused.getByRole('button')).toHaveCount(0)
  await church.owner.ask('POST', '/rest/v1/church-chat/change', settingsOf([site.host], 1))

  await stranger.setViewportSize({ width: 360, height: 740 })
  await stranger.reload()
  const chat = stranger.frameLocator('#lampstand-chat')
  await chat.getByRole('button', { name: 'Chat with Hope Chapel' }).press('Enter')
  const box = chat.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeFocused()
  await expect(chat.getByText('We keep what you write so that we can answer you.')).toBeVisible()
  expect(await stranger.locator('#lampstand-chat').boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 })
  expect(await stranger.context().cookies(origin())).toMatchObject([{ name: 'lampstand_consent' }])
  const email = newAddress('vera')
  await chat.getByLabel('Your name').fill('Vera Quill')
  await chat.getByLabel('Your email').fill(email)
  // Nobody reads and writes faster than this; a machine does, and is held back.
  await stranger.waitForTimeout(1_600)
  await box.fill('When is the picnic?')
  await box.press('Enter')
  await expect(chat.getByText('Hope Chapel got your message')).toBeVisible()
  await expectNoHorizontalScroll(stranger)
  await stranger.setViewportSize({ width: 1280, height: 800 })

  const staff = await visit(await church.member('staff', 'Casey Cole'))
  await staff.goto('/conversations')
  await expect(staff.getByRole('heading', { name: 'Vera Quill' })).toBeVisible()
  await expect(staff.getByText('Online')).toBeVisible()
  await expect(staff.getByText(`Says they are Vera Quill, ${email}`)).toBeVisible()
  await expect(staff.getByText('Who is this?')).toBeVisible()

  // Two files are chosen, one is thought better of, the other is there for both.
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await chat.locator('input[type="file"]').setInputFiles([
    { name: 'roof.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a plan') },
  ])
  await expect(chat.getByRole('list', { name: 'Attached' }).getByText('1 kB')).toHaveCount(2)
  await chat.getByRole('button', { name: 'Remove plan.pdf' }).press('Enter')
  await expect(chat.getByRole('button', { name: 'Remove roof.png' })).toBeFocused()
  await box.press('Enter')
  await expect(chat.getByRole('img', { name: 'roof.png' })).toBeVisible()
  await expect(chat.getByRole('list', { name: 'Attached' })).toBeHidden()
  await expect(staff.getByRole('img', { name: 'roof.png' })).toBeVisible()
  await box.pressSequentially('And')
  await expect(staff.getByText('The visitor is replying')).toBeVisible()
  await staff.getByLabel('Message', { exact: true }).fill('On Sat')
  await expect(chat.getByText('Someone is typing…')).toBeVisible()
  await answer(staff, 'On Saturday at noon.')
  await expect(chat.getByText('On Saturday at noon.')).toBeVisible()
  await box.fill('And where?')
  await box.press('Enter')
  await expect(staff.getByLabel('Messages').getByText('And where?')).toBeVisible()

  // Gone, the answer will follow by mail; that it does, once, and what comes back, is church-chat.test.ts's.
  await chat.getByRole('button', { name: 'Close chat' }).click()
  await expect(chat.getByRole('button', { name: 'Chat with Hope Chapel' })).toBeFocused()
  await stranger.close()
  await expect(staff.getByText(/Messages they don’t see within two minutes are emailed/)).toBeVisible()
  await expect(staff.getByLabel('Channel').locator('option').first()).toHaveText('Chat, then email')
  await answer(staff, 'In Riverside Park.')
  const owner = await visit(church.owner, { viewport: { width: 360, height: 740 } })
  await owner.goto('/conversations/chat')
  await owner.getByRole('combobox', { name: 'Your websites' }).fill('not a site!')
  await owner.getByLabel('Welcome').fill('Good to see you!')
  await owner.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(owner.getByText('Please write an address such as www.yourchurch.org')).toBeVisible()
  await owner.getByRole('combobox', { name: 'Your websites' }).press('Backspace')
  await owner.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(owner.frameLocator('iframe[title="Preview of the chat"]').getByText('Good to see you!')).toBeVisible()

  await staff.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(staff.getByText('No conversation selected')).toBeVisible()
  site.close()
})

test('on its own page: what a machine sends is held back until someone looks; a visitor ends it', async ({ visit }) => {
  const church = await aChurch()
  const { slug } = await church.owner.ask('POST', '/rest/v1/church-chat/change', settingsOf([]))
  const visitor = await visit(null)
  await visitor.goto(`/chat/${slug}`)
  const box = visitor.getByRole('textbox', { name: 'Message' })
  await box.fill('See http://a.example http://b.example http://c.example')
  await box.press('Enter')
  await expect(visitor.getByText('Hope Chapel got your message')).toBeVisible()
  await expectAccessible(visitor)
  const owner = await visit(church.owner)
  await owner.goto('/conversations')
  await expect(owner.getByText('No conversation selected')).toBeVisible()
  await owner.getByRole('button', { name: 'More actions' }).click()
  await owner.getByRole('menuitem', { name: 'Chat on your site' }).click()
  await expect(owner.getByText('sent several links at once')).toBeVisible()
  await owner.getByRole('button', { name: 'Not spam' }).click()
  await expect(owner.getByText('Held back')).toBeHidden()
  await owner.getByRole('link', { name: 'Conversations' }).first().click()
  await expect(owner.getByLabel('Messages').getByText('See http://a.example')).toBeVisible()
  await answer(owner, 'What are these?')
  await expect(visitor.getByText('What are these?')).toBeVisible()
  await visitor.getByRole('button', { name: 'End chat' }).click()
  await visitor.getByRole('button', { name: 'End chat' }).last().click()
  await expect(visitor.getByText('This conversation is closed.')).toBeVisible()
})

test('the public site’s support chat is answered from the server’s Conversations', async ({ visit }) => {
  const { body: session } = await send(`${origin()}/auth/v1/demo`, { method: 'POST' })
  const known = { email: session.user.email, token: session.access_token, userId: session.user.id, session }
  const { accounts } = await person(origin(), { ...known, clientId: '' }).ask('GET', '/rest/v1/clients/mine')
  const operator = await visit(person(origin(), { ...known, clientId: accounts.find((one: any) => one.house).id }))
  const visitor = await visit(null)
  await visitor.goto('/pricing#chat')
  const chat = visitor.getByRole('dialog', { name: 'Support chat' })
  const word = crypto.randomUUID().slice(0, 8)
  await chat.getByRole('textbox', { name: 'Message' }).fill(`${word}: two campuses?`)
  await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
  await expect(chat.getByText('Monday-Friday 9:00-5:00 EST')).toBeVisible()
  await operator.goto('/conversations?channel=chat')
  await operator.getByText(`${word}: two campuses?`).first().click()
  await expect(operator.getByLabel('Messages').getByText(`${word}: two campuses?`)).toBeVisible()
  await answer(operator, `${word}: Enterprise.`)
  await expect(chat.getByText(`${word}: Enterprise.`)).toBeVisible()
})
