// Modules: attendance calendar people public-page
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts'

test('turn on self check-in → a family checks in at the kiosk → a greeter adds a guest and enters the headcount', async ({
  visit,
  page: kiosk,
}) => {
  const { owner } = await aChurch()
  const named = (firstName: string, more: object = {}) =>
    owner.ask('POST', '/rest/v1/people', { firstName, lastName: 'Baker', ...more })
  const ann = await named('Ann', { points: [{ kind: 'phone', label: 'mobile', value: '(512) 555-0143' }] })
  const ben = await named('Ben')
  const members = [ann, ben].map(({ id }) => ({ personId: id }))
  await owner.ask('POST', '/rest/v1/households', { name: 'Baker family', members })
  const startsAt = new Date(Date.now() + 600_000).toISOString()
  await owner.ask('POST', '/rest/v1/appointments', { title: 'Evening prayer', type: 'event', startsAt, minutes: 60 })

  const page = await visit(owner)
  await page.goto('/attendance')
  await page.getByRole('switch', { name: 'Let households check themselves in' }).click()
  const address = await page.getByText(/\/checkin\/.*kiosk=1/).innerText()

  await kiosk.clock.install()
  await kiosk.setViewportSize({ width: 360, height: 740 })
  await kiosk.goto(address.trim())
  await expectAccessible(kiosk)
  await kiosk.getByLabel('Last four digits of your phone number').fill('0143')
  await kiosk.getByRole('button', { name: 'Find my household' }).click()
  await kiosk.getByRole('checkbox', { name: 'Ann' }).check()
  await kiosk.getByRole('checkbox', { name: 'Ben' }).check()
  await expectAccessible(kiosk)
  await expectNoHorizontalScroll(kiosk)
  await kiosk.getByRole('button', { name: 'Check in' }).click()
  await expect(kiosk.getByText('Ann and Ben are checked in.')).toBeVisible()
  await kiosk.clock.runFor(15_000)
  await expect(kiosk.getByLabel('Last four digits of your phone number')).toBeVisible()

  await page.getByRole('link', { name: 'Evening prayer' }).first().click()
  await page.waitForURL('**/attendance/*')
  await expect(page.getByRole('button', { name: 'Checked in: Ann Baker. Undo' })).toBeVisible()
  await page.getByRole('button', { name: 'Checked in: Ben Baker. Undo' }).click()
  await expect(page.getByRole('button', { name: 'Check in Ben Baker' })).toBeVisible()
  await page.getByRole('button', { name: 'New guest' }).click()
  await page.getByRole('dialog').getByLabel('First name').fill('Newton')
  await page.getByRole('dialog').getByRole('button', { name: 'Add and check in' }).click()
  await expect(page.getByRole('button', { name: 'Checked in: Newton. Undo' })).toBeVisible()
  await page.getByLabel('Adults').fill('42')
  await page.getByRole('button', { name: 'Save headcount' }).click()
  await expect(page.getByRole('link', { name: /Headcount 42/ })).toBeVisible()
})
