import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { emptyAudience } from '#people/audience/rules/empty.ts'
import { spentThisMonth } from '#sms/settings/service.ts'
import { aSendingChurch, query } from '#testing/campaigns.ts'
import { agrees, newPhone, textsTo } from '#testing/flock.ts'
import { STANDARD_CONTENT, STANDARD_SUBJECT } from './rules/words.ts'
import { sendDueFollowUps } from './service/resending.ts'

afterEach(() => clock.reset())

test('texts of requests count in the month’s cap, which holds for sending again and for the follow-up', async () => {
  const church = await aSendingChurch()
  const reviewUrl = 'https://g.page/r/grace/review'
  const source = await church.staff.reviewSources.create({ platform: 'google', name: 'Grace', reviewUrl })
  const phone = newPhone()
  const pat = await church.staff.people.create({ firstName: 'Pat', points: [{ kind: 'phone', value: phone }] })
  await agrees(church as never, phone)
  await church.staff.reviewCampaigns.create({
    id: randomUUID(),
    name: 'May',
    channel: 'sms',
    audience: { ...emptyAudience, people: [pat.id] },
    sources: [source.id],
    subject: STANDARD_SUBJECT,
    content: STANDARD_CONTENT,
    followUp: true,
  } as never)
  await church.settle()
  const sent = async () => (await textsTo(church as never, phone)).length
  const first = await church.inside(spentThisMonth)
  expect(first).toBeGreaterThan(0)
  expect(await sent()).toBe(1)

  clock.advance(days(4))
  await church.owner.smsSettings.change({ monthlyCap: 100 })
  await query('update sms_settings set monthly_cap = 0 where client_id = $1', [church.id])
  await church.inside(sendDueFollowUps)
  const [request] = (await church.staff.reviewRequests.list({ limit: 10 })).items
  const resend = () => church.staff.reviewRequests.resend({ id: request!.id })
  await expect(resend()).rejects.toMatchObject({ code: 'NOT_SENT', message: expect.stringContaining('monthly cap') })
  expect(await sent()).toBe(1)

  await church.owner.smsSettings.change({ monthlyCap: null })
  await resend()
  expect(await sent()).toBe(2)
  const [all] = await query('select sum(cost) as cost from sms_monthly_costs where client_id = $1', [church.id])
  // The second is shorter: who was written to before knows how to opt out.
  expect(Number(all.cost)).toBeGreaterThan(first)
})
