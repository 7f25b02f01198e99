// Modules: clients public-page prayer
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts'

test('a church’s address is changed by mouse and by keyboard, and what was printed before still leads there', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/settings')
  const section = page.getByRole('region', { name: 'Public address' })
  const former = new URL((await section.getByRole('link').getAttribute('href'))!, page.url()).pathname.split('/')[2]!

  // By mouse.
  await section.getByRole('button', { name: 'Change address' }).click()
  const box = section.getByLabel('New address')
  await expect(box).toBeFocused()
  await box.fill('no spaces')
  await section.getByRole('button', { name: 'Save address' }).click()
  await expect(section.getByText('Please use letters a to z, digits, and hyphens between them')).toBeVisible()
  await box.fill(`riverside-${Date.now()}`)
  const second = await box.inputValue()
  await section.getByRole('button', { name: 'Save address' }).click()
  await expect(section.getByRole('link')).toHaveText(new RegExp(`/c/${second}$`))
  await expect(section.getByRole('button', { name: 'Keep this address' })).toHaveCount(0)

  // By keyboard.
  await section.getByRole('button', { name: 'Change address' }).focus()
  await page.keyboard.press('Enter')
  await expect(section.getByLabel('New address')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  const third = `hillside-${Date.now()}`
  await page.keyboard.type(third)
  await page.keyboard.press('Enter')
  await expect(section.getByRole('link')).toHaveText(new RegExp(`/c/${third}$`))
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page)

  const guest = await visit(null)
  for (const old of [former, second]) {
    await guest.goto(`/pray/${old}?from=card`)
    await expect(guest).toHaveURL(new RegExp(`/pray/${third}\\?from=card$`))
  }
})
