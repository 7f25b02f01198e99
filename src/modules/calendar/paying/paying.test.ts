import { afterEach, expect, test } from 'vitest'
import { clock, hours, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asJob } from '#kernel/run.ts'
import { balances, prove } from '#ledger/service.ts'
import { aType, at, bookOnline, type Church, newGuest, post } from '#testing/calendar.ts'
import { mailbox, query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { open, pageOf } from '#testing/forms.ts'
import { deliverGatewayNotices, payAt } from '#testing/gateways.ts'
import { expireRequests } from '../service/expired-requests.ts'
import { dueToBook, isRefundable } from './rules.ts'

afterEach(() => clock.reset())

const paidType = (church: Church, change = {}) => aType(church, { price: 6_000, charge: 'full', ...change })
const only = async (church: Church) => (await church.staff.appointments.list({})).items[0]!
const pathTo = (link: string) => new URL(link, 'http://x').pathname
const checkout = async (path: string) => (await post(`${path}/pay`, {})).headers.get('location')!
async function books(church: Church) {
  const rows = await asJob(
    church.id,
    'test',
    'test',
    async ctx => {
      await prove(ctx)
      return balances(ctx, '')
    },
    ['giving'],
  )
  return Object.fromEntries(rows.filter(one => one.amount !== 0).map(one => [one.key, one.amount]))
}

test('a deposit is the price at most; who cancels gets it back until so many hours before', () => {
  expect(dueToBook({ charge: 'later', price: 6_000, deposit: 2_000 })).toBe(0)
  expect(dueToBook({ charge: 'deposit', price: 6_000, deposit: 2_000 })).toBe(2_000)
  expect(dueToBook({ charge: 'deposit', price: 1_000, deposit: 2_000 })).toBe(1_000)
  expect(dueToBook({ charge: 'full', price: null, deposit: 2_000 })).toBe(0)
  const startsAt = new Date(hours(100))
  expect(isRefundable({ startsAt, refundHours: null }, 0)).toBe(false)
  expect(isRefundable({ startsAt, refundHours: 24 }, hours(76))).toBe(true)
  expect(isRefundable({ startsAt, refundHours: 24 }, hours(76) + 1)).toBe(false)
})

test('a time is kept while it is paid, booked once it is, moved with its payment, and canceled in time goes back', async () => {
  const church = await aChurch()
  const type = await paidType(church, { charge: 'deposit', deposit: 2_000 })
  const guest = newGuest()
  const path = pathTo((await bookOnline(type, at(1, '10:00'), guest)).link)
  const page = await open(path)
  expect(page.headers.get('content-security-policy')).toMatch(/form-action 'self' https:;/)
  expect(await page.text()).toContain('Pay $20.00')
  expect(await only(church)).toMatchObject({ status: 'pending' })
  // The second buyer finds it taken.
  expect((await bookOnline(type, at(1, '10:00'))).response.status).toBe(409)
  const url = await checkout(path)
  expect(await checkout(path)).toBe(url)
  await church.settle()
  expect(await mailbox(guest.email, 'appointment-booked')).toEqual([])
  await payAt(url)
  const [{ id }] = await query('select id from payments where client_id = $1', [church.id])
  const back = await open(`/pay/${church.id}/${id}`, { redirect: 'manual' })
  const done = await pageOf(back.headers.get('location')!)
  expect(done).toContain('You are booked')
  expect(done).toContain('Paid: $20.00')
  await deliverGatewayNotices()
  await church.settle()
  expect(await only(church)).toMatchObject({ status: 'confirmed' })
  const [mail] = await mailbox(guest.email, 'appointment-booked')
  expect(mail.body_text).toContain('Paid: $20.00')
  expect(await books(church)).toMatchObject({ sales: 2_000 })

  expect((await post(`${path}/move`, { at: at(1, '10:30').toISOString() })).status).toBe(303)
  expect(await pageOf(path)).toContain('Paid: $20.00')
  await post(`${path}/cancel`, {})
  await deliverGatewayNotices()
  await church.settle()
  await deliverGatewayNotices()
  expect(await pageOf(path)).toContain('Refunded: $20.00')
  const rest = await books(church)
  expect([rest.sales, rest['due:calendar']]).toEqual([undefined, undefined])
})

test('nobody pays and the time is free again; who pays too late gets it back', async () => {
  const church = await aChurch()
  const type = await paidType(church)
  const path = pathTo((await bookOnline(type, at(1, '10:00'))).link)
  const url = await checkout(path)
  clock.advance(minutes(31))
  await asJob(church.id, 'test', 'test', expireRequests, ['pastoral'])
  await church.settle()
  expect(await only(church)).toMatchObject({ status: 'cancelled' })
  const second = await bookOnline(type, at(1, '10:00'))
  expect(second.response.status).toBe(303)
  await payAt(url)
  await deliverGatewayNotices()
  await runWaitingJobs()
  await deliverGatewayNotices()
  const rest = await books(church)
  expect([rest.sales, rest['due:calendar']]).toEqual([undefined, undefined])
  await payAt(await checkout(pathTo(second.link)))
  await deliverGatewayNotices()
  expect(await books(church)).toMatchObject({ sales: 6_000 })
})

test('too late, or by a type that keeps it, a guest gets nothing back; canceled by the church all of it goes back', async () => {
  const church = await aChurch()
  const type = await paidType(church, { refunds: 'until', refundHours: 200 })
  const booked = async (time: string) => {
    const path = pathTo((await bookOnline(type, at(1, time))).link)
    await payAt(await checkout(path))
    await deliverGatewayNotices()
    return path
  }
  const first = await booked('10:00')
  await post(`${first}/cancel`, {})
  await church.settle()
  await deliverGatewayNotices()
  expect(await books(church)).toMatchObject({ sales: 6_000 })
  await booked('11:00')
  const { items } = await church.staff.appointments.list({ status: ['confirmed'] })
  await church.staff.appointments.cancel({ id: items[0]!.id, reason: 'Ill', notify: true })
  await church.settle()
  await deliverGatewayNotices()
  expect(await books(church)).toMatchObject({ sales: 6_000 })
})

test('a price alone asks for nothing: it is booked as before, and paid at the appointment', async () => {
  const church = await aChurch()
  await bookOnline(await aType(church, { price: 6_000 }), at(1, '10:00'))
  expect(await only(church)).toMatchObject({ status: 'confirmed' })
  expect(await query('select id from sales where client_id = $1', [church.id])).toEqual([])
})
