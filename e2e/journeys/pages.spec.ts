// Modules: pages
import type { Page } from '@playwright/test'
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, newAddress, test } from '../fixtures.ts'

/** Moves the focus there with the keyboard's own key, as far as it takes. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>) {
  for (let count = 0; count < 80; count++) {
    if (await target.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the keyboard does not get there')
}

test('a visit page is built by keyboard alone, published, opened on a phone in two languages, and answered', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const form = await owner.ask('POST', '/rest/v1/forms', { template: 'connect', name: 'Plan a visit' })
  await owner.ask('POST', `/rest/v1/forms/${form.id}/publish`, { version: form.version })
  const staff = await visit(owner)
  await staff.goto('/page-builder')
  await staff.getByRole('button', { name: 'Create your first page' }).focus()
  await staff.keyboard.press('Enter')
  await tabTo(staff, staff.getByRole('button', { name: /^Plan a visit/ }))
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('heading', { level: 1, name: 'Plan a visit' })).toBeVisible()
  await expect(staff.frameLocator('iframe').getByText('Plan your first visit')).toBeVisible()

  await staff.getByTestId('drawer-item:testimonial').focus()
  await staff.keyboard.press('Enter')
  const panel = staff.getByRole('region', { name: 'Properties' })
  await tabTo(staff, panel.getByLabel('Name'))
  await staff.keyboard.press('Control+A')
  await staff.keyboard.type('Maria Lopez')
  await tabTo(staff, staff.getByRole('tab', { name: 'Blocks' }))
  await staff.keyboard.press('ArrowRight')
  const outline = (name: RegExp) => staff.getByRole('button', { name })
  await tabTo(staff, outline(/^Form/).first())
  await staff.keyboard.press('Enter')
  await tabTo(staff, panel.getByRole('combobox', { name: 'Form' }))
  await staff.keyboard.press('ArrowDown')
  await staff.keyboard.press('ArrowDown')
  await staff.keyboard.press('Enter')
  await expect(panel.getByRole('combobox', { name: 'Form' })).toHaveValue('Plan a visit')
  await expect(staff.frameLocator('iframe').getByText('Maria Lopez')).toBeVisible()
  await expectAccessible(staff)

  await expect(staff.getByText('Saved', { exact: true })).toBeVisible()
  await tabTo(staff, staff.getByRole('button', { name: 'Publish', exact: true }))
  await staff.keyboard.press('Enter')
  await expect(staff.getByText('Page published')).toBeVisible()
  const [page] = (await owner.ask('GET', '/rest/v1/pages')).items

  const { draft, version } = await owner.ask('GET', `/rest/v1/pages/${page.id}`)
  const words = { 'heading-1': { text: 'Planea tu visita' } }
  const spanish = { version, secondLanguage: 'es', draft: { ...draft, words } }
  const changed = await owner.ask('PATCH', `/rest/v1/pages/${page.id}`, spanish)
  await owner.ask('POST', `/rest/v1/pages/${page.id}/publish`, { version: changed.version })

  const guest = await visit(null, { viewport: { width: 390, height: 800 } })
  await guest.goto(new URL(changed.address).pathname)
  await expect(guest.getByRole('heading', { level: 1, name: 'Plan your first visit' })).toBeVisible()
  await expectNoHorizontalScroll(guest)
  await expectAccessible(guest)
  const inside = guest.frameLocator('iframe')
  await inside.locator('[name=first_name]').scrollIntoViewIfNeeded()
  const opened = Date.now()
  await inside.locator('[name=first_name]').fill('Pat')
  await inside.locator('[name=last_name]').fill('Guest')
  await inside.locator('[name=email]').fill(newAddress('pat'))
  const send = inside.locator('[data-send]')
  while (!(await send.isVisible())) await inside.locator('[data-on]').click()
  // Faster than people type, it would be quarantined.
  await expect.poll(() => Date.now() - opened, { intervals: [200] }).toBeGreaterThan(3_200)
  await send.click()
  await expect(inside.locator('[name=first_name]')).toBeHidden()
  await expect.poll(async () => (await owner.ask('GET', '/rest/v1/form-submissions')).items.length).toBe(1)
  await guest.getByRole('link', { name: 'Español' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Planea tu visita' })).toBeVisible()
})
