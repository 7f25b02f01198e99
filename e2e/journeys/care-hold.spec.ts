// Modules: people conversations automation
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, newAddress, test } from '../fixtures.ts'

test('messages to a household are paused for a hard time, shown on both pages, and sent again once it is lifted', async ({
  visit,
}) => {
  const { owner } = await aChurch()
  const add = (firstName: string) =>
    owner.ask('POST', '/rest/v1/people', {
      firstName,
      lastName: 'Hill',
      points: [{ kind: 'email', value: newAddress(firstName.toLowerCase()) }],
    })
  const [maria, sam] = [await add('Maria'), await add('Sam')]
  await owner.ask('POST', '/rest/v1/households', {
    name: 'Hill family',
    members: [{ personId: maria.id, isPrimary: true }, { personId: sam.id }],
  })
  const page = await visit(owner)
  await page.goto(`/people/${maria.id}`)
  await page.getByRole('button', { name: 'Pause messages for a hard time' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('The whole household')).toBeChecked()
  await form.getByLabel('Reason').fill('Her father died')
  await form.getByRole('button', { name: 'Pause messages' }).click()
  await expect(page.getByRole('heading', { name: 'Messages are paused' })).toBeVisible()
  await expect(page.getByText('Nothing has been held so far.')).toBeVisible()
  await expectAccessible(page)

  const phone = await visit(owner, { viewport: { width: 360, height: 740 } })
  await phone.goto(`/people/${sam.id}`)
  await expect(phone.getByText(/Paused with the household of/)).toBeVisible()
  await expectNoHorizontalScroll(phone)

  await page.getByRole('button', { name: 'Send messages again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send messages again' }).click()
  await expect(page.getByRole('button', { name: 'Pause messages for a hard time' })).toBeVisible()
  await expect(phone.getByText(/Paused with the household of/)).toHaveCount(0)
})
