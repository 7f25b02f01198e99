// Modules: bible-studies scripture sermons
import { aChurch, expect, expectAccessible, test } from '../fixtures.ts'

test('a study of 45 minutes is generated, saved, and led live with three phones; answers stay private', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const page = await visit(owner)
  await page.goto('/bible-study')
  await page.getByRole('button', { name: 'Generate Study' }).click()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Title is required')
  await page.getByLabel('Title').fill('Nothing can part us')
  await page.getByLabel('Scripture', { exact: true }).fill('Romans 8:31-39')
  // The text of the passage moves the fields under it.
  await expect(page.getByText('For your sake we are killed all day long')).toBeVisible()
  await page.getByRole('combobox', { name: 'Duration' }).click()
  await page.getByRole('option', { name: '45 minutes' }).click()
  await page.getByRole('button', { name: 'Generate Study' }).click()
  await expect(page.getByText('45 of 45 minutes')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('textbox', { name: 'Question 1 of Introduction', exact: true }).fill('What was your week like?')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Bible study saved successfully!')).toBeVisible()
  await expect(page.getByText(/Verified against the stored Bible/)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Lead live' }).click()
  const address = await page.locator('code').innerText()
  const phones = []
  for (const name of ['Ana', 'Ben', 'Cleo']) {
    const phone = await visit(null, { viewport: { width: 360, height: 740 } })
    await phone.goto(new URL(address).pathname)
    await phone.getByLabel('Your first name').fill(name)
    await phone.getByRole('button', { name: 'Join' }).click()
    await expect(phone.getByRole('heading', { name: 'Romans 8:31-39' })).toBeVisible()
    phones.push(phone)
  }
  const [ana, ben, cleo] = phones as [(typeof phones)[0], (typeof phones)[0], (typeof phones)[0]]
  await expect(page.getByText('3 joined: Ana, Ben, Cleo')).toBeVisible()
  await page.getByRole('button', { name: 'Next question' }).click()
  for (const phone of phones) await expect(phone.getByLabel('What was your week like?')).toBeVisible()
  await expectAccessible(ana)
  await ana.getByLabel('What was your week like?').fill('Hard, to be honest')
  await ana.getByRole('button', { name: 'Save answer' }).click()
  await expect(ana.getByText('Only you can read it.')).toBeVisible()
  await ben.getByLabel('What was your week like?').fill('Good, my sister visited')
  await ben.getByLabel('Share this answer with the leader').check()
  await ben.getByRole('button', { name: 'Save answer' }).click()
  await expect(page.getByText('2 of 3 answered')).toBeVisible()
  await expect(page.getByText('Good, my sister visited')).toBeVisible()
  await expect(page.getByText('Hard, to be honest')).toHaveCount(0)
  // In the middle of an answer, the page waits.
  await cleo.getByLabel('What was your week like?').fill('Let me think')
  await page.getByRole('button', { name: 'Next question' }).click()
  await expect(cleo.getByText('The group has moved on.')).toBeVisible()
  await expect(cleo.getByLabel('What was your week like?')).toHaveValue('Let me think')
  await page.getByRole('button', { name: 'End session' }).click()
  await expect(ana.getByText('Thank you for taking part')).toBeVisible()
  await expect(ana.getByText('Hard, to be honest')).toBeVisible()

  await page.getByRole('tab', { name: 'Study Library' }).click()
  await expect(page.getByRole('table', { name: 'Bible studies' })).toContainText('Romans 8:31-39')
  await expectAccessible(page)
})
