/** People whose phones react as they should, and a church that calls them. */
import { randomUUID as id } from 'node:crypto'
import { DateTime } from 'luxon'
import { subscribe } from '#consent/service.ts'
import { clock, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { passTime } from '#providers/telephony/sandbox/callbacks/service.ts'
import { reactionOf } from '#providers/telephony/sandbox/rules/reactions.ts'
import { aChurch } from './church.ts'
import { newPhone, query } from './flock.ts'
import { aServer } from './web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
/** A working day at noon in Chicago without a holiday: windows are open from coast to coast. */
export const weekday = Array.from({ length: 12 }, (_, i) =>
  DateTime.now()
    .setZone('America/Chicago')
    .plus({ days: i + 1 })
    .set({ hour: 12, minute: 0, second: 0, millisecond: 0 }),
).find(day => [2, 3].includes(day.weekday) && !['12-24', '12-25', '12-31', '01-01'].includes(day.toFormat('LL-dd')))!

/** Numbers of Texas whose other side reacts like that. */
function numberThat(fits: (reaction: ReturnType<typeof reactionOf>) => boolean): string {
  for (;;) {
    const number = newPhone()
    if (fits(reactionOf(number))) return number
  }
}
export const human = () => numberThat(one => one.call === 'answer' && one.answeredBy === 'human' && !one.hangsUp)
export const machine = () => numberThat(one => one.answeredBy.startsWith('machine'))
export const nobodyThere = () => numberThat(one => one.call === 'no-answer')
export const engaged = () => numberThat(one => one.call === 'busy')

let bought = 0
export async function aCaller(name?: string) {
  const church = await aChurch(name)
  await query(`update clients set time_zone = 'America/Chicago' where id = $1`, church.id)
  clock.advance(weekday.toMillis() - clock.ms())
  await aServer()
  const { items } = await church.owner.phoneNumbers.offers({ country: 'US', areaCode: '512', voice: true, sms: true })
  const { number } = await church.owner.phoneNumbers.buy({ ...items[bought++ % 3]!, name: 'Office' })
  const script = await church.staff.voiceScripts.create({
    name: 'Picnic',
    category: 'announcement',
    content: 'Hi {firstName|friend}, this is {church}. The picnic is at {time|noon}.',
    voicemail: 'This is {church}. Please call us about the picnic.',
  })
  return { church, number, script }
}

export const agreesToCalls = (church: Church, phone: string, source = 'staff') =>
  church.inside(ctx =>
    subscribe(ctx, phone, { channel: 'voice', topic: 'newsletter', source, wording: 'Yes, call me', reference: id() }),
  )
export const aPersonWith = (church: Church, firstName: string, value: string, more: object = {}) =>
  church.owner.people.create({ firstName, lastName: 'Miller', points: [{ kind: 'phone', value }], ...more })

export async function aCallDraft(church: Church, scriptId: string, more: object = {}) {
  return church.staff.robocalls.create({
    id: id(),
    name: 'Picnic',
    topic: 'newsletter',
    audience: { ...emptyAudience, everybody: true },
    scriptId,
    ...more,
  })
}

/** The carrier, its webhooks and our jobs, second by second. */
export async function passCalls(times: number, step = 1) {
  for (let i = 0; i < times; i++) {
    clock.advance(seconds(step))
    await passTime()
    await runWaitingJobs()
  }
}
export const campaignOf = (church: Church, campaignId: string) => church.staff.robocalls.get({ id: campaignId })
export const callFilesOf = async (church: Church, campaignId: string) => {
  const { items } = await church.staff.robocalls.recipients({ id: campaignId, limit: 100 })
  return Promise.all(
    items.map(async one => ({ ...one, calls: (await church.staff.robocalls.calls({ recipientId: one.id })).items })),
  )
}
