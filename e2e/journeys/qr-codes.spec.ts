// Modules: qr-codes links documents
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { rasterOf, readQr } from '../../src/modules/links/drawing/service.ts'
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, origin, test } from '../fixtures.ts'

async function download(page: Page, format: string) {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: format, exact: true }).click()
  const file = await coming
  return { name: file.suggestedFilename(), data: await readFile(await file.path()) }
}

const codes: { type: string; fields: Record<string, string>; says: string | RegExp }[] = [
  {
    type: 'vCard',
    fields: { 'First name': 'Ann', 'Last name': 'Reed' },
    says: /^BEGIN:VCARD\r\nVERSION:3.0\r\nN:Reed;Ann;;;/,
  },
  { type: 'Text', fields: { Text: 'Grüß Gott 🙏' }, says: 'Grüß Gott 🙏' },
  {
    type: 'Wi-Fi',
    says: 'WIFI:T:WPA;S:Guests\\;5G;P:welcome-home;;',
    fields: { 'Network name (SSID)': 'Guests;5G', Password: 'welcome-home' },
  },
  {
    type: 'SMS',
    says: 'SMSTO:+15125550142:See you at 9:30',
    fields: { 'Phone number': '(512) 555-0142', Message: 'See you at 9:30' },
  },
  {
    type: 'Email',
    fields: { Email: 'office@grace.example', Subject: 'Q&A 100%' },
    says: 'mailto:office@grace.example?subject=Q%26A%20100%25',
  },
  { type: 'Phone', fields: { 'Phone number': '(512) 555-0142' }, says: 'tel:+15125550142' },
  { type: 'Location', fields: { Latitude: '30.267153', Longitude: '-97.743061' }, says: 'geo:30.267153,-97.743061' },
]

test('a code of each type is generated, downloaded and read from the file', async ({ visit }) => {
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/qr-codes')
  await page.getByRole('textbox', { name: 'Web address' }).fill('example.org')
  await page.getByRole('img', { name: 'Preview of the QR code' }).waitFor()
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByText('Checked: phones can read it.').waitFor()
  const first = await download(page, 'PNG')
  expect(first.name).toMatch(/^qr-url-example-org-\d{8}-\d{6}\.png$/)
  expect(await readQr(first.data)).toMatch(new RegExp(`^${origin()}/l/\\w{8}$`))
  await expectAccessible(page)
  for (const { type, fields, says } of codes) {
    await page.getByRole('combobox', { name: 'Type' }).selectOption({ label: type })
    for (const [label, text] of Object.entries(fields))
      await page.getByRole('textbox', { name: label, exact: false }).first().fill(text)
    await page.getByRole('button', { name: 'Generate' }).click()
    await page.getByText('Checked: phones can read it.').waitFor()
    const { data } = await download(page, 'SVG')
    const read = await readQr(await rasterOf(data.toString(), { width: 400 }))
    if (typeof says === 'string') expect(read).toBe(says)
    else expect(read).toMatch(says)
  }
})

test('a printed code gets another target, is paused and followed, on a computer and a phone', async ({ visit }) => {
  const { owner } = await aChurch()
  const content = { type: 'url', url: 'https://grace.example/picnic' }
  const { payload } = await owner.ask('POST', '/rest/v1/qr-codes', { name: 'Picnic', content, mode: 'tracked' })
  const scan = () =>
    fetch(payload, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/604.1' } })
  const page = await visit(owner)
  await page.goto('/qr-codes?tab=campaigns')
  await page.getByText('Picnic').first().click()
  const drawer = page.getByRole('dialog', { name: 'Picnic' })
  await drawer.getByRole('button', { name: 'Edit target' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit target' })
  await dialog.getByRole('textbox', { name: 'Web address' }).fill('https://grace.example/christmas')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('Former targets').waitFor()
  expect((await scan()).headers.get('location')).toBe('https://grace.example/christmas')
  await drawer.getByRole('textbox', { name: 'New placement' }).fill('Seat back, row A')
  await drawer.getByRole('button', { name: 'Add', exact: true }).click()
  await drawer.getByText('Seat back, row A', { exact: true }).waitFor()
  await drawer.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await drawer.getByText('Paused').first().waitFor()
  expect((await scan()).status).toBe(200)
  await expectAccessible(page)

  const phone = await visit(owner, { viewport: { width: 360, height: 740 } })
  for (const tab of ['', '?tab=campaigns', '?tab=analytics']) {
    await phone.goto(`/qr-codes${tab}`)
    await phone.getByRole('tab', { name: 'Analytics' }).waitFor()
    await expectNoHorizontalScroll(phone)
  }
  await phone.getByRole('heading', { name: 'Scan performance' }).waitFor()
  await phone.getByText('1 scan', { exact: false }).first().waitFor()
})
