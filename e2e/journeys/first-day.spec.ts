// Modules: dashboard clients people telephony forms conversations messaging consent
import type { Page } from '@playwright/test'
import { expect, expectAccessible, newAddress, signUpByHand, test } from '../fixtures.ts'

const tail = String(Date.now()).slice(-4)
const theirs = `+1512555${tail}`
const csv = Buffer.from(`First name,Last name,Email,Mobile
Ann,Miller,ann@example.org,(512) 555-${tail}
Ben,Baker,ben@example.org,
Zoë,Łukasiewicz,zoe@example.org,
`)

/** The checklist, wherever one is: says that the step is done, and leads to the next. */
async function goOn(page: Page, done: number, next: string) {
  const guide = page.getByRole('complementary', { name: 'Getting started' })
  await expect(guide).toContainText('Done.')
  await expect(guide).toContainText(`${done} of 7 done`)
  await guide.getByRole('link', { name: `Next: ${next}` }).click()
  await expect(guide).toContainText(`${next}:`)
}

test('a church’s first day: from sign-up to the first answered text, step by step along the checklist', async ({
  page,
  visit,
}) => {
  await signUpByHand(page, 'Olive Owner')
  await page.waitForURL('**/welcome')
  await page.getByLabel('Name of your church or ministry').fill('First Day Church')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('progressbar', { name: '0 of 7 steps done' })).toBeAttached()

  await page.getByRole('link', { name: 'Import your people' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: csv })
  await page.getByRole('button', { name: 'Check first' }).click()
  await page.getByRole('button', { name: 'Import 3 new people' }).click()
  await goOn(page, 1, 'Record consent')

  await page.getByRole('checkbox', { name: /Ann Miller/ }).check()
  await page.getByRole('button', { name: /^(Record consent|Record consent…)$/ }).click()
  const consent = page.getByRole('dialog')
  await consent.getByRole('textbox').fill('Signed the sheet for texts at the picnic')
  await consent.getByRole('checkbox').check()
  await consent.getByRole('button', { name: /^(Record consent|Record it)$/ }).click()
  await goOn(page, 2, 'Get a phone number')

  await page.getByLabel('Area code (optional)').fill('512')
  await page.getByRole('button', { name: 'Search numbers' }).click()
  const offers = page.getByRole('dialog', { name: 'Buy a number' })
  await offers.getByRole('listitem').first().getByRole('button', { name: 'Buy' }).click()
  await page.getByRole('button', { name: /^Buy for/ }).click()
  const mine = page.getByRole('list', { name: 'Your numbers' }).getByText(/^\(512\) 555-\d{4}$/)
  const own = `+1${(await mine.first().innerText()).replace(/\D/g, '')}`
  await goOn(page, 3, 'Choose your public address')

  const address = page.getByRole('region', { name: 'Public address' })
  await expect(address.getByRole('link')).toHaveText(/\/c\/first-day-church/)
  await expect(address.getByRole('button', { name: 'Keep this address' })).toBeInViewport()
  await address.getByRole('button', { name: 'Keep this address' }).click()
  await goOn(page, 4, 'Publish a connect card')

  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Connect card/ })
    .click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await goOn(page, 5, 'Invite a colleague')

  await page.getByRole('button', { name: 'Invite' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite a colleague' })
  await invite.getByLabel('Email').fill(newAddress('colleague'))
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await goOn(page, 6, 'Send your first message')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'New message' }).click()
  await page.getByRole('combobox', { name: 'To' }).fill('ann mil')
  await page.getByRole('option', { name: /Ann Miller/ }).click()
  const box = page.getByLabel('Message', { exact: true })
  await box.fill('Good to have met you on Sunday!')
  await box.press('Enter')
  await expect(page.getByText('You have finished every step.')).toBeVisible()

  const phone = await visit(null)
  await phone.goto('/outbox')
  await phone.getByLabel('Your number').fill(theirs)
  await phone.getByLabel('Their number').selectOption(own)
  await phone.getByRole('textbox', { name: 'Text' }).fill('Thank you! When is the next service?')
  await phone.getByRole('button', { name: 'Send text' }).click()
  await expect(page.getByLabel('Messages').getByText('When is the next service?')).toBeVisible()

  await page.getByRole('link', { name: '7 of 7 done' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Getting started')).toBeHidden()
})
