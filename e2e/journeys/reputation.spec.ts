// Modules: reputation crisis conversations messaging people
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, newAddress, test } from '../fixtures.ts'

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
    await source.getByRole('textbox', { name: 'Review', exact: true }).fill(words)
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

const address = { street: '12 Church Road', street2: '', city: 'Cedar Falls', region: 'IA', postalCode: '50613' }

test('one person is asked from their page, answers privately, and is marked as having written a review', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const { version } = await owner.ask('GET', '/rest/v1/church/read')
  await owner.ask('POST', '/rest/v1/church/change', { version, address })
  const reviewUrl = 'https://example.org/write-a-review'
  await owner.ask('POST', '/rest/v1/review-sources', { platform: 'google', name: 'Grace', reviewUrl })
  const email = newAddress('ruth')
  const points = [{ kind: 'email', value: email }]
  const ruth = await owner.ask('POST', '/rest/v1/people', { firstName: 'Ruth', lastName: 'Bennett', points })
  const consent = { channel: 'email', value: email, topic: 'newsletter', how: 'Signed the sheet at the door' }
  await owner.ask('POST', '/rest/v1/consents/add', { personId: ruth.id, ...consent })

  const page = await visit(owner)
  await page.goto(`/people/${ruth.id}`)
  await page.getByRole('button', { name: 'Ask for a review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask for a review' })
  await dialog.getByLabel('Google, Grace').check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Review request sent')).toBeVisible()

  // Ruth opens the link in her email, and tells the church alone.
  const visitor = await visit(null)
  const mail = visitor.getByRole('navigation', { name: 'Messages' }).getByRole('button', { name: email })
  await expect(async () => {
    await visitor.goto('/outbox')
    await mail.click({ timeout: 2_000 })
  }).toPass()
  const link = visitor.getByRole('article').getByRole('link', { name: /\/review\// })
  await visitor.goto(new URL((await link.getAttribute('href'))!).pathname)
  await expect(visitor.getByRole('link', { name: 'Google' })).toBeVisible()
  await expectAccessible(visitor)
  await visitor.getByLabel('What would you like to say?').fill('I couldn’t hear well in the back rows.')
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  await page.goto('/conversations')
  await page.getByText('I couldn’t hear well in the back rows.').first().click()
  await expect(page.getByRole('heading', { name: 'Ruth Bennett' })).toBeVisible()

  await page.goto('/reputation?tab=requests')
  const row = page.getByRole('row', { name: /Ruth Bennett/ })
  await row.getByRole('button', { name: 'Mark Ruth Bennett as reviewed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(row.getByText('Reviewed', { exact: true })).toBeVisible()
})

test('a story is told, consented to, approved, published and withdrawn', async ({ visit }) => {
  const { owner } = await aChurch()
  await owner.ask('POST', '/rest/v1/people', { firstName: 'Ruth', lastName: 'Bennett' })
  const page = await visit(owner)
  await page.goto('/reputation')
  await page.getByRole('link', { name: 'Testimonies' }).click()
  await page.getByRole('button', { name: 'Add testimony' }).first().click()
  const form = page.getByRole('dialog', { name: 'Add testimony' })
  await form.getByRole('combobox', { name: 'Person' }).fill('ruth')
  await page.getByRole('option', { name: /Ruth Bennett/ }).click()
  await form.getByLabel('Story').fill('I came for the music and found a family.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('button', { name: /Ruth Bennett/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Ruth Bennett' })
  await drawer.getByRole('button', { name: 'Add consent' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit testimony' })
  await edit.getByLabel('How they agreed').selectOption('Signed on paper')
  await edit.getByLabel('When they agreed').fill('2026-01-05')
  await edit.getByRole('button', { name: 'Save draft' }).click()
  await drawer.getByRole('button', { name: 'Approve' }).click()
  await drawer.getByRole('button', { name: 'Publish' }).click()
  await expect(drawer.getByText('Published', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await drawer.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('dialog', { name: 'Withdraw this testimony?' }).getByRole('button', { name: 'Withdraw' }).click()
  await expect(drawer.getByText('Withdrawn', { exact: true })).toBeVisible()
})
