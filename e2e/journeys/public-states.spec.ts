// Modules: public-page calendar donations forms prayer site portal
import type { Page } from '@playwright/test'
import type { Person } from '../../src/testing/processes/person.ts'
import { aChurch, expect, expectAccessible, newAddress, test } from '../fixtures.ts'

// A step that waits in vain says so long before the journey ends.
test.use({ actionTimeout: 10_000 })

const phone = { viewport: { width: 360, height: 740 } }

/** Each element once, and its colors in the other light as well. */
async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, { colorsAlone: colorScheme === 'dark' })
  }
}

/** As a browser sends it that doesn't check by itself. */
async function sendUnchecked(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  await button.evaluate((element: HTMLButtonElement) => {
    if (element.form) element.form.noValidate = true
  })
  await button.click()
}

const slugOf = async (owner: Person): Promise<string> => (await owner.ask('GET', '/rest/v1/church-chat/read')).slug

test('booking without barriers: day, times, details with errors, booked, moved, canceled', async ({
  visit,
  tolerate,
}) => {
  tolerate(/status of 4(00|22)/)
  const { owner } = await aChurch()
  const weekly = Array.from({ length: 7 }, () => [{ from: '09:00', to: '17:00' }])
  const type = await owner.ask('POST', '/rest/v1/calendar-types', { name: 'Coffee', noticeMinutes: 0, weekly })
  const host = (await owner.ask('GET', '/rest/v1/calendar-resources?kind=host')).items[0]
  await owner.ask('PATCH', `/rest/v1/calendar-resources/${host.id}`, { version: host.version, weekly })
  const hosts = [{ resourceId: host.id, weight: 1, priority: 0 }]
  await owner.ask('PATCH', `/rest/v1/calendar-types/${type.id}`, { version: type.version, hosts })

  const guest = await visit(null, phone)
  await guest.goto(new URL(type.page).pathname)
  await expectAccessibleInBoth(guest)
  await guest.getByRole('link', { name: 'Next month' }).click()
  await guest.getByRole('link', { name: /free$/ }).first().click()
  await expect(guest.getByRole('button', { name: /10:00/ }).first()).toBeVisible()
  await expectAccessibleInBoth(guest)
  await guest.getByRole('button', { name: /10:00/ }).first().click()
  await expect(guest.getByLabel('Your name')).toBeVisible()
  await expectAccessibleInBoth(guest)
  await sendUnchecked(guest, 'Book')
  await expect(guest.locator('[aria-invalid=true]').first()).toBeVisible()
  await expectAccessibleInBoth(guest)
  await guest.getByLabel('Your name').fill('Maria Lopez')
  await guest.getByLabel('Email').fill(newAddress('maria'))
  await guest.getByRole('button', { name: 'Book' }).click()
  await expect(guest.getByRole('button', { name: 'Cancel appointment' })).toBeVisible()
  await expectAccessibleInBoth(guest)
  await guest.getByRole('link', { name: 'Choose another time' }).click()
  await guest.getByRole('link', { name: /free$/ }).last().click()
  await guest.getByRole('button', { name: /2:00/ }).first().click()
  await expect(guest.getByRole('button', { name: 'Cancel appointment' })).toBeVisible()
  await expect(guest.getByText(/2:00/).first()).toBeVisible()
  await expectAccessibleInBoth(guest)
  await guest.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(guest.getByRole('heading', { name: 'This appointment was canceled' })).toBeVisible()
  await expectAccessibleInBoth(guest)
})

test('giving without barriers: the form, its errors, after the payment', async ({ visit, tolerate }) => {
  tolerate(/status of 4(00|22)/)
  const { owner } = await aChurch()
  const guest = await visit(null, phone)
  await guest.goto(`/give/${await slugOf(owner)}`)
  await expectAccessibleInBoth(guest)
  await sendUnchecked(guest, 'Continue to payment')
  await expect(guest.locator('[aria-invalid=true]').first()).toBeVisible()
  await expectAccessibleInBoth(guest)
  await guest.getByLabel(/mount \(USD\)/).fill('25')
  await guest.getByLabel('First name').fill('Maria')
  await guest.getByLabel('Last name').fill('Lopez')
  await guest.getByLabel('Email').fill(newAddress('maria'))
  await guest.getByRole('button', { name: 'Continue to payment' }).click()
  await guest.waitForURL(/sandbox\/pay/)
  await guest.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(guest.getByRole('status').getByRole('heading')).toBeVisible()
  await expectAccessibleInBoth(guest)
})

test('a form without barriers: its fields, its errors, the thanks', async ({ visit, tolerate }) => {
  tolerate(/status of 4(00|22)/)
  const { owner } = await aChurch()
  const made = await owner.ask('POST', '/rest/v1/forms', { template: 'connect' })
  const { slug } = await owner.ask('POST', `/rest/v1/forms/${made.id}/publish`, { version: made.version })
  const guest = await visit(null, phone)
  await guest.goto(`/f/${slug}`)
  await expectAccessibleInBoth(guest)
  await sendUnchecked(guest, 'Send')
  await expect(guest.getByText('Please fill this in').first()).toBeVisible()
  await expectAccessibleInBoth(guest)
  await guest.getByLabel('First name *').fill('Pat')
  await guest.getByLabel('Last name *').fill('Miller')
  await guest.getByLabel('Email', { exact: true }).fill(newAddress('pat'))
  await guest.getByRole('button', { name: 'Send' }).click()
  await expect(guest.getByRole('heading', { name: 'Nice to meet you' })).toBeVisible()
  await expectAccessibleInBoth(guest)
})

test('prayer and chat without barriers: the form, its errors, the thanks, the wall; before and after a message', async ({
  visit,
  tolerate,
}) => {
  tolerate(/status of 4(00|22)/)
  const { owner } = await aChurch()
  const { formPath } = await owner.ask('GET', '/rest/v1/prayer-requests/settings')
  const guest = await visit(null, phone)
  await guest.goto(formPath)
  await expectAccessibleInBoth(guest)
  await sendUnchecked(guest, 'Send prayer request')
  await expect(guest.locator('[aria-invalid=true]').first()).toBeVisible()
  await expectAccessibleInBoth(guest)
  await guest.getByLabel('What may we pray for?').fill('Pray for my mother, who has surgery on Friday')
  await guest.getByLabel('Everyone, on the prayer wall').check()
  await guest.getByRole('button', { name: 'Send prayer request' }).click()
  await expect(guest.getByText('We received your prayer request')).toBeVisible()
  await expectAccessibleInBoth(guest)
  await guest.goto(`${formPath}/wall`)
  await expectAccessibleInBoth(guest)

  const settings = { enabled: true, welcome: 'Welcome!', hours: '', ask: 'both', version: 0, domains: [] }
  await owner.ask('POST', '/rest/v1/church-chat/change', { ...settings, privacy: 'We keep what you write.' })
  await guest.goto(`/chat/${await slugOf(owner)}`)
  const box = guest.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeVisible()
  await expectAccessibleInBoth(guest)
  await box.fill('When is the picnic?')
  await box.press('Enter')
  await expect(guest.getByText('Hope Chapel got your message')).toBeVisible()
  await expectAccessibleInBoth(guest)
})
