// Modules: funnels pages forms links
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, newAddress, test } from '../fixtures.ts'

/** A phone; the browser's own name is that of a program, which is not counted. */
const phone = {
  viewport: { width: 390, height: 800 },
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1',
}

test('“Plan a visit” is made from its template, published, answered on a phone, and counted', async ({ visit }) => {
  const { owner } = await aChurch()
  const staff = await visit(owner)
  await staff.goto('/funnels')
  await expect(staff.getByText('No funnels yet')).toBeVisible()
  await expectAccessible(staff)
  await staff.getByRole('button', { name: 'Use Template: Plan a visit' }).click()
  await expect(staff.getByRole('heading', { level: 1, name: 'Plan a visit' })).toBeVisible()

  const moves = staff.getByRole('button', { name: 'Move Attended' })
  await moves.focus()
  await staff.keyboard.press('Space')
  await staff.keyboard.press('ArrowUp')
  await staff.keyboard.press('Space')
  await expect(staff.getByRole('list', { name: 'Steps' }).getByRole('listitem').nth(1)).toContainText('Attended')
  await staff.getByRole('button', { name: 'More for Attended' }).click()
  await staff.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(staff.getByText('Saved', { exact: true })).toBeVisible()

  await staff.getByRole('button', { name: 'Publish', exact: true }).click()
  const dialog = staff.getByRole('dialog')
  await expect(dialog.getByText('publish the form “Plan a visit”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Publish its pages and forms' }).click()
  await dialog.getByRole('button', { name: 'Open the phone preview' }).click()
  await expect(
    staff.frameLocator('iframe[title="Preview on a phone"]').getByText('Plan your first visit'),
  ).toBeVisible()
  await staff.keyboard.press('Escape')
  await staff.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(staff.getByText('Funnel published')).toBeVisible()
  await expectAccessible(staff)

  const [row] = (await owner.ask('GET', '/rest/v1/funnels')).items
  const guest = await visit(null, phone)
  await guest.goto(`${new URL(row.address).pathname}?utm_source=newsletter`)
  await expectNoHorizontalScroll(guest)
  const inside = guest.frameLocator('iframe.form')
  await inside.locator('[name=first_name]').scrollIntoViewIfNeeded()
  const opened = Date.now()
  await inside.locator('[name=first_name]').fill('Pat')
  await inside.locator('[name=last_name]').fill('Guest')
  await inside.locator('[name=email]').fill(newAddress('pat'))
  // Faster than people type, it would be quarantined.
  await expect.poll(() => Date.now() - opened, { intervals: [200] }).toBeGreaterThan(3_200)
  await inside.locator('[data-send]').click()
  await expect(guest.getByRole('heading', { level: 1, name: 'See you on Sunday' })).toBeVisible()
  await expectAccessible(guest)

  await staff.goto(`/funnels/${row.id}?view=report`)
  const steps = staff.getByRole('table', { name: 'By step' })
  await expect(steps.getByRole('row', { name: /^Plan your visit/ })).toContainText('100')
  await expect(steps.getByRole('row', { name: /^Thank you/ })).toContainText('100')
  await expect(staff.getByRole('table', { name: 'By source' })).toContainText('newsletter')
  await expectAccessible(staff)
})

test('an A/B test of two pages ends with the page that was chosen', async ({ visit }) => {
  const { owner } = await aChurch()
  const made = await owner.ask('POST', '/rest/v1/funnels', { template: 'lead' })
  const [first, last] = made.draft
  const other = await owner.ask('POST', `/rest/v1/pages/${first.variants[0].pageId}/duplicate`, {})
  const heading = { type: 'heading', props: { id: 'other', text: 'The other page', level: 1 } }
  const content = [heading, ...other.draft.content.slice(1)]
  await owner.ask('PATCH', `/rest/v1/pages/${other.id}`, { version: other.version, draft: { content } })
  const staff = await visit(owner)
  // The template promises a guide: the church brings it.
  await staff.goto(`/dashboard/forms/${first.goal.id}?view=handling`)
  await expect(staff.getByRole('switch', { name: 'Send a file with it' })).toBeChecked()
  const chooser = staff.waitForEvent('filechooser')
  await staff.getByRole('button', { name: 'Choose the file' }).click()
  const guide = { name: 'Seven days of hope.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 A guide') }
  await (await chooser).setFiles(guide)
  await expect(staff.getByText('Seven days of hope.pdf')).toBeVisible()
  await expect(staff.getByRole('status').filter({ hasText: /^Saved$/, visible: true })).toBeVisible()
  await staff.goto(`/funnels/${made.id}`)
  await staff.getByRole('button', { name: /^1. Landing page/ }).click()
  await staff.getByRole('button', { name: 'Add a page to test against' }).click()
  await staff.getByLabel('Page B', { exact: true }).selectOption(other.id)
  await expect(staff.getByText('Saved', { exact: true })).toBeVisible()
  await owner.ask('POST', `/rest/v1/funnels/${made.id}/publish-parts`, {})
  const seen = await owner.ask('POST', `/rest/v1/funnels/${made.id}/seen-on-phone`, {})
  expect(seen.draft[0].variants).toHaveLength(2)
  expect(seen.draft[1].id).toBe(last.id)
  await owner.ask('POST', `/rest/v1/funnels/${made.id}/publish`, { version: seen.version })
  await staff.reload()
  await staff.getByRole('button', { name: /^1. Landing page/ }).click()
  await expect(staff.getByText('Not enough data: each page needs 100 conversions')).toBeVisible()
  await expectAccessible(staff)
  await staff.getByRole('button', { name: 'Use page B' }).click()
  await staff.getByRole('dialog').getByRole('button', { name: 'Use page B' }).click()
  await expect(staff.getByText(/^Page B won/)).toBeVisible()
  const guest = await visit(null, phone)
  await guest.goto(new URL(seen.address).pathname)
  await expect(guest.getByRole('heading', { level: 1, name: 'The other page' })).toBeVisible()
})
