// Modules: prayer crisis
import { aChurch, expect, expectAccessible, newAddress, origin, test } from '../fixtures.ts'

test('a request is shared after approval, prayed for by keyboard and by swipe, and answered; one in danger is taken by the person on call', async ({
  visit,
  browser,
}) => {
  const { owner } = await aChurch()
  const { formPath } = await owner.ask('GET', '/rest/v1/prayer-requests/settings')
  const guest = await browser.newPage({ viewport: { width: 360, height: 740 } })
  const send = async (request: string, readers: string) => {
    await guest.goto(`${origin()}${formPath}`)
    await guest.getByLabel('What may we pray for?').fill(request)
    await guest.getByLabel('Your name (optional)').fill('Maria Lopez')
    await guest.getByLabel('Your email (optional)').fill(newAddress('guest'))
    await guest.getByLabel(readers).check()
    await guest.getByRole('button', { name: 'Send prayer request' }).click()
  }
  await send('Pray for my mother, who has surgery on Friday', 'Everyone, on the prayer wall')
  await expect(guest.getByText('We received your prayer request')).toBeVisible()

  const page = await visit(owner)
  await page.goto('/prayer-requests')
  await page.getByRole('button', { name: /^Maria Lopez/ }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await guest.goto(`${origin()}${formPath}/wall`)
  await guest.getByRole('button', { name: 'I prayed for Maria' }).click()
  await expect(guest.getByText('You prayed today.')).toBeVisible()

  await owner.ask('POST', '/rest/v1/prayer-requests', { id: crypto.randomUUID(), request: 'Pray for a safe journey' })
  await page.goto('/prayer-requests/session')
  await expect(page.getByText('Request 1 of 2')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByText('Request 2 of 2')).toBeVisible()
  const card = (await page.locator('[data-with-border]').filter({ hasText: 'Pray for' }).boundingBox())!
  await page.mouse.move(card.x + card.width - 20, card.y + 20)
  await page.mouse.down()
  await page.mouse.move(card.x + 20, card.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect(page.getByRole('heading', { name: 'Amen' })).toBeVisible()

  await page.goto('/prayer-requests?search=mother')
  await page.getByRole('button', { name: 'Update Status of Maria Lopez' }).click()
  await page.getByRole('menuitem', { name: 'Answered' }).click()
  await page.getByRole('textbox', { name: 'Testimony' }).fill('She is home again')
  await page.getByLabel('They agreed that we share it').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Update Status' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await guest.reload()
  await expect(guest.getByText('She is home again')).toBeVisible()

  await send('I don’t want to live anymore', 'Everyone, on the prayer wall')
  await expect(guest.getByRole('heading', { name: 'You are not alone' })).toBeVisible()
  const alert = (await owner.ask('GET', '/rest/v1/crisis-alerts')).items[0]
  await page.goto(`/crisis/${alert.id}`)
  await page.getByRole('button', { name: 'I’m taking this' }).click()
  await expect(page.getByText('I don’t want to live anymore')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close this alert' }).click()
  await expect(page.getByText('Closed')).toBeVisible()
})
