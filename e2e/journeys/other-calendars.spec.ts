// Modules: calendar
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts'

test('a member connects a calendar and creates a feed, whose address is shown once', async ({ visit }) => {
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/calendar/types?tab=others')
  await expect(page.getByText('No connected calendars yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Connect calendar' }).click()
  const form = page.getByRole('dialog', { name: 'Connect a calendar' })
  await form
    .getByRole('textbox', { name: 'Kind' })
    .or(form.getByRole('combobox', { name: 'Kind' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Sandbox, for trying it out' }).click()
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Family')
  await form.getByRole('button', { name: 'Choose a calendar' }).click()
  await form.getByRole('switch', { name: /Add appointments/ }).press('Space')
  await form.getByRole('button', { name: 'Connect', exact: true }).click()
  const connected = page.getByRole('listitem').filter({ hasText: 'Family' })
  await expect(connected).toContainText('Connected', { timeout: 30_000 })
  await expect(connected).toContainText('appointments are added to it')

  await page.getByRole('button', { name: 'Create feed' }).click()
  const feed = page.getByRole('dialog', { name: 'Create a feed' })
  await feed.getByRole('textbox', { name: 'Name', exact: true }).fill('My phone')
  await feed.getByRole('button', { name: 'Create feed' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new feed' })
  const address = await shown.getByText('/calendar/feed/').textContent()
  const answer = await page.request.get(new URL(address!).pathname)
  expect(await answer.text()).toContain('BEGIN:VCALENDAR')
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('/calendar/feed/')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(page)

  await page.getByRole('button', { name: 'Revoke My phone' }).click()
  await page.getByRole('button', { name: 'Revoke feed' }).click()
  await expect(page.getByText('No feeds yet.')).toBeVisible()
  expect((await page.request.get(new URL(address!).pathname)).status()).toBe(404)
})
