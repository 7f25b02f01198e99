import { beforeEach, expect, test } from 'vitest'
import { clock, hours, minutes } from '#kernel/clock.ts'
import { momentAt } from '#messaging/rules/local-clock.ts'
import { engineOf } from '#testing/campaign-engine.ts'
import { aSendingChurch, mailbox, query, type SendingChurch } from '#testing/campaigns.ts'
import { emailKind } from './kind.ts'

const { startScheduled, writeBatch } = engineOf(emailKind)

let church: SendingChurch
beforeEach(async () => {
  church = await aSendingChurch()
  await query(`update clients set time_zone = 'America/Chicago', country = 'US' where id = $1`, [church.id])
})

/** Readers who live in New York, in Hawaii, and in Berlin though their address says Texas; nothing is known of the last. */
async function aroundTheWorld() {
  const emails = await church.readers(4)
  const ids = await Promise.all(
    emails.map(async email => (await query('select id from people where email = $1', [email]))[0].id),
  )
  const live = (i: number, changes: object) =>
    church.staff.people.update({ id: ids[i], version: 1, ...changes } as never)
  await live(0, { addresses: [{ region: 'NY', country: 'US' }] })
  await live(1, { addresses: [{ region: 'Hawaii' }] })
  await live(2, { addresses: [{ region: 'TX', country: 'USA' }], timeZone: 'Europe/Berlin' })
  await expect(live(3, { timeZone: 'Mars/Olympus' })).rejects.toMatchObject({
    data: { issues: [{ path: ['timeZone'] }] },
  })
  return emails
}

const write = async (id: string) => {
  while ((await church.inside(ctx => writeBatch(ctx, id))) === 'more');
}

test('everyone’s email is sent at nine in their own time zone, and the report says who waits for theirs', async () => {
  const emails = await aroundTheWorld()
  const draft = await church.aDraft({ listed: true })
  // On the morning after the clocks were set: nobody’s nine o’clock is an hour off.
  const localTime = '2027-03-14T09:00'
  const planned = await church.staff.emailCampaigns.schedule({ id: draft.id, version: draft.version, localTime })
  expect(planned).toMatchObject({ state: 'scheduled', localTime, scheduledFor: new Date('2027-03-13T19:00:00Z') })
  clock.advance(planned.scheduledFor!.getTime() - clock.ms() + minutes(1))
  await church.inside(ctx => startScheduled(ctx, draft.id))
  const due = ['2027-03-14T13:00Z', '2027-03-14T19:00Z', '2027-03-14T08:00Z', '2027-03-14T14:00Z'].map(
    at => new Date(at),
  )
  const [hawaii, berlin] = [due[1]!, due[2]!]
  const zones = ['America/New_York', 'Pacific/Honolulu', 'Europe/Berlin', 'America/Chicago']
  expect(zones.map(zone => momentAt(localTime, zone))).toEqual(due)
  // In the list it stands at nine by the church's clock, and in the archive not before.
  const home = momentAt(localTime, 'America/Chicago')
  expect((await church.staff.campaigns.list({})).items).toMatchObject([{ state: 'sending', at: home }])
  const [{ slug }] = await query('select slug from clients where id = $1', [church.id])
  const archive = async () => (await church.visitor.emailArchive.list({ church: slug })).items
  expect(await archive()).toEqual([])
  const reading = async () => (await church.staff.emailCampaigns.get(draft)).reading!.later
  await write(draft.id)
  expect(await reading()).toEqual({ people: 4, next: berlin, last: hawaii })
  const got = async () => (await Promise.all(emails.map(email => mailbox(email)))).map(all => all.length)
  const until = async (at: Date) => {
    clock.advance(at.getTime() - clock.ms())
    await write(draft.id)
    return got()
  }
  expect(await until(new Date(berlin.getTime() - minutes(1)))).toEqual([0, 0, 0, 0])
  expect(await until(berlin)).toEqual([0, 0, 1, 0])
  expect(await until(due[3]!)).toEqual([1, 0, 1, 1])
  expect((await church.staff.emailCampaigns.get(draft)).state).toBe('sending')
  expect(await archive()).toMatchObject([{ subject: 'May', sentAt: home }])
  // A pause over the last one’s hour: it leaves when the campaign goes on.
  await church.staff.emailCampaigns.pause(draft)
  expect(await until(hawaii)).toEqual([1, 0, 1, 1])
  await church.staff.emailCampaigns.resume(draft)
  expect(await until(new Date(clock.ms() + hours(1)))).toEqual([1, 1, 1, 1])
  await church.settle()
  expect(await church.staff.emailCampaigns.get(draft)).toMatchObject({ state: 'sent', progress: { sent: 4 } })
})

test('a plan by each reader’s clock asks for one time that is to come, and for one version', async () => {
  await church.readers(1)
  const draft = await church.aDraft()
  const which = { id: draft.id, version: draft.version }
  for (const plan of [
    {},
    { at: new Date(clock.ms() + hours(1)), localTime: '2030-01-01T09:00' },
    { localTime: 'soon' },
  ])
    await expect(church.staff.emailCampaigns.schedule({ ...which, ...plan })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  await expect(church.staff.emailCampaigns.schedule({ ...which, localTime: '2020-01-01T09:00' })).rejects.toMatchObject(
    {
      data: { issues: [{ path: ['at'], message: 'Please choose a time in the future' }] },
    },
  )
  const two = await church.aDraft({ split: { subject: 'June', preheader: '', share: 40, hours: 4, otherwise: 'a' } })
  await expect(
    church.staff.emailCampaigns.schedule({ id: two.id, version: two.version, localTime: '2030-01-01T09:00' }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['at'] }] } })
  await church.staff.emailCampaigns.schedule({ ...which, localTime: '2030-01-01T09:00' })
  expect(await church.staff.emailCampaigns.reopen(which)).toMatchObject({ state: 'draft', localTime: null })
  // “Send now” means now, also for a scheduled one.
  const again = await church.staff.emailCampaigns.get(which)
  const plan = { id: draft.id, version: again.version, localTime: '2030-01-01T09:00' }
  const { version } = await church.staff.emailCampaigns.schedule(plan)
  expect(await church.staff.emailCampaigns.send({ id: draft.id, version })).toMatchObject({ localTime: null })
  await church.settle()
  expect(await church.staff.emailCampaigns.get(which)).toMatchObject({ state: 'sent', progress: { sent: 1 } })
})
