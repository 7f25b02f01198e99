// Modules: reputation crisis
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts'

test('a review comes in and is answered; one that tells of danger is taken by the person on call', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/reputation')
  await page.getByRole('button', { name: 'Platforms' }).click()
  await page.getByLabel('Name of the entry').fill('Grace on Main Street')
  await page.getByRole('button', { name: 'Connect' }).click()
  const source = page.getByRole('region', { name: 'Grace on Main Street, Google' })
  const write = async (author: string, words: string) => {
    await source.getByRole('button', { name: 'Write a sandbox review' }).click()
    await source.getByLabel('Author').fill(author)
    await source.getByRole('textbox', { name: 'Review' }).fill(words)
    await source.getByRole('button', { name: 'Write review' }).click()
    await expect(source.getByLabel('Author')).toHaveCount(0)
  }
  await write('Maria Alvarez', 'Warm people and clear teaching')
  await write('Sam', 'I don’t want to live anymore')
  await expect(source.getByText('2 reviews')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Respond to Maria Alvarez' }).click()
  const response = page.getByRole('textbox', { name: 'Response' })
  await response.fill('Thank you. Call me at (512) 555-0143.')
  await expect(page.getByText('Please leave out the phone number. Anyone can read this.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await response.fill('Thank you, Maria.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('region', { name: 'Response' }).getByText('Published')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoHorizontalScroll(page)

  const alert = (await owner.ask('GET', '/rest/v1/crisis-alerts')).items[0]
  await page.goto(`/crisis/${alert.id}`)
  await page.getByRole('button', { name: 'I’m taking this' }).click()
  await expect(page.getByText('I don’t want to live anymore')).toBeVisible()
})
