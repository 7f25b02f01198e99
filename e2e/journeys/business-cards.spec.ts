// Modules: business-cards
import fs from 'node:fs'
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, newAddress, test } from '../fixtures.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

test('a card is made, its page opened on a phone, the contact saved, and what is shared back becomes a lead', async ({
  visit,
  tolerate,
}) => {
  // What is wrong with a form is said with this status.
  tolerate(/422/)

  const { owner } = await aChurch()
  const staff = await visit(owner)
  await staff.goto('/qr-codes?tab=business-cards')
  await staff.getByRole('button', { name: 'Create your first card' }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Ann')
  await dialog.getByLabel('Last name').fill('Reed')
  await dialog.getByLabel('Title').fill('Pastor')
  await dialog.getByRole('button', { name: 'Create card' }).click()
  await staff.waitForURL(/qr-codes\/cards\/[0-9a-f-]{36}$/)
  await staff.getByLabel('Phone').fill('(512) 555-0143')
  await staff.getByText('Bold', { exact: true }).click()
  await expect(staff.getByRole('heading', { level: 1, name: 'Ann Reed' })).toBeVisible()
  await expect(staff.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(staff)
  const [file] = await Promise.all([
    staff.waitForEvent('download'),
    staff
      .getByRole('button', { name: 'Download' })
      .click()
      .then(() => staff.getByRole('menuitem', { name: /bleed/ }).click()),
  ])
  expect(
    fs
      .readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  const [card] = (await owner.ask('GET', '/rest/v1/business-cards')).items
  const guest = await visit(null, { viewport: { width: 390, height: 800 }, javaScriptEnabled: false, userAgent: phone })
  await guest.goto(new URL(card.shortAddress).pathname)
  await expect(guest.getByRole('heading', { level: 1, name: 'Ann Reed' })).toBeVisible()
  await expectNoHorizontalScroll(guest)
  const [contact] = await Promise.all([
    guest.waitForEvent('download'),
    guest.getByRole('link', { name: 'Save contact' }).click(),
  ])
  expect(fs.readFileSync(await contact.path(), 'utf8')).toContain('N:Reed;Ann;;;\r\n')

  await guest.getByLabel('Your name').fill('Sam Ortiz')
  await guest.getByRole('button', { name: 'Share my contact' }).click()
  await expect(guest.getByText('Please enter an email address or a phone number')).toBeVisible()
  await expect(guest.getByLabel('Your name')).toHaveValue('Sam Ortiz')
  const email = newAddress('sam')
  const opened = Date.now()
  await guest.getByLabel('Email', { exact: true }).fill(email)
  await guest.getByLabel(/may send me emails/).check()
  // Nobody fills in a form within three seconds.
  await expect.poll(() => Date.now() - opened, { timeout: 10_000 }).toBeGreaterThan(3_000)
  await guest.getByRole('button', { name: 'Share my contact' }).click()
  await expect(guest.getByText('Your contact was shared with Ann Reed.')).toBeVisible()

  await staff.goto('/leads')
  await expect(staff.getByText('Sam Ortiz').first()).toBeVisible()
  await staff.goto('/qr-codes?tab=business-cards')
  const mine = staff.getByRole('article', { name: 'Ann Reed' })
  await expect(mine.getByText('Shared back').locator('..')).toContainText('1')
  await expect(mine.getByText('QR scans').locator('..')).toContainText('1')
  await expectAccessible(staff)
  await staff.setViewportSize({ width: 360, height: 780 })
  await expectNoHorizontalScroll(staff)
})
