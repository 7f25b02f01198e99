// Modules: calendar
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, newAddress, test } from '../fixtures.ts'

const phone = { viewport: { width: 360, height: 740 }, javaScriptEnabled: false }

test('a guest books on a phone without JavaScript, staff see it live and move it, the guest cancels; one time is booked once', async ({
  visit,
  tolerate,
}) => {
  tolerate(/status of 409/)
  const { owner } = await aChurch()
  const type = await owner.ask('POST', '/rest/v1/calendar-types', {
    name: 'Coffee with a pastor',
    noticeMinutes: 0,
    weekly: Array.from({ length: 7 }, () => [{ from: '09:00', to: '17:00' }]),
    location: 'Church café',
  })
  const { items } = await owner.ask('GET', '/rest/v1/calendar-resources?kind=host')
  const hosts = [{ resourceId: items[0].id, weight: 1, priority: 0 }]
  const weekly = Array.from({ length: 7 }, () => [{ from: '09:00', to: '17:00' }])
  await owner.ask('PATCH', `/rest/v1/calendar-resources/${items[0].id}`, { version: items[0].version, weekly })
  await owner.ask('PATCH', `/rest/v1/calendar-types/${type.id}`, { version: type.version, hosts })
  const address = new URL(type.page).pathname

  const staff = await visit(owner)
  await staff.goto('/appointments')
  await expect(staff.getByText('No appointments yet')).toBeVisible()

  const guest = await visit(null, phone)
  await guest.goto(address)
  await expectNoHorizontalScroll(guest)
  const next = guest.getByRole('link', { name: 'Next month' })
  await next.click()
  await guest.getByRole('link', { name: /free$/ }).first().click()
  const time = guest.getByRole('button', { name: /10:00/ }).first()
  const day = guest.url()
  await time.click()
  // Faster than people type, it would be a request that staff confirm.
  const opened = Date.now()
  await guest.getByLabel('Your name').fill('Maria Lopez')
  await guest.getByLabel('Email').fill(newAddress('maria'))
  await expect.poll(() => Date.now() - opened, { intervals: [200] }).toBeGreaterThan(3_200)
  await guest.getByRole('button', { name: 'Book' }).click()
  await expect(guest.getByRole('heading', { name: 'You are booked' })).toBeVisible()

  const rival = await visit(null, phone)
  await rival.goto(day)
  await expect(rival.getByRole('button', { name: /9:30/ }).first()).toBeVisible()
  await expect(rival.getByRole('button', { name: /10:00/ })).toHaveCount(0)

  // Without a reload.
  const row = staff.getByRole('row', { name: /Coffee with a pastor/ })
  await expect(row).toContainText('Maria Lopez')
  await row.getByRole('button').click()
  const drawer = staff.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Reschedule' }).click()
  const starts = drawer.getByLabel('Starts')
  await starts.fill((await starts.inputValue()).replace(/T.*/, 'T14:00'))
  await drawer.getByRole('button', { name: 'Save new time' }).click()
  await expect(staff.getByText('Appointment moved')).toBeVisible()
  await expect(row).toContainText('2:00 PM')

  await guest.reload()
  await expect(guest.getByText(/2:00/)).toBeVisible()
  await guest.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(guest.getByRole('heading', { name: 'This appointment was canceled' })).toBeVisible()
  await expect(row).toHaveCount(0)
  await rival.reload()
  await expect(rival.getByRole('button', { name: /10:00/ }).first()).toBeVisible()

  await staff.goto('/calendar?view=week')
  await expect(staff.getByRole('heading', { name: 'Calendar', exact: true })).toBeVisible()
  await expectAccessible(staff)
})
