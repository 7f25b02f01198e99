import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { clock, hours } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { newEmail } from '#testing/sign-in.ts'
import { send } from '../service.ts'
import { decideSend, type RecipientFacts, type SendRequest } from './rules/decide.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const topic = 'newsletter'
const asked = (extra: Partial<SendRequest> = {}): SendRequest => ({
  channel: 'email',
  recipient: 'pat@example.org',
  purpose: 'marketing',
  topic,
  ...extra,
})
const facts = (extra: Partial<RecipientFacts> = {}): RecipientFacts => ({
  access: 'full',
  suppressed: [],
  consent: 'granted',
  recent: 0,
  held: null,
  answers: 0,
  urgentYes: false,
  zones: ['America/Chicago'],
  now: new Date('2026-03-03T18:00:00Z'),
  ...extra,
})

test('a care hold stops promotions, reminders and steps of workflows, and nothing that someone waits for', () => {
  const goes = (one: Partial<SendRequest>) =>
    decideSend(asked({ purpose: 'transactional', topic: '', ...one }), facts({ held: 'grief' }))
  const stopped = { go: 'skip', reason: 'grief' }
  expect(goes({ purpose: 'marketing', topic })).toEqual(stopped)
  expect(goes({ kind: 'appointment-reminder' })).toEqual(stopped)
  expect(goes({ purpose: 'conversational', dedupeKey: 'run:1:a' })).toEqual(stopped)
  for (const kind of ['receipt', 'portal-link', 'appointment-booked'])
    expect(goes({ kind }), kind).toEqual({ go: 'send' })
  expect(goes({ purpose: 'conversational', kind: 'conversation', dedupeKey: 'conversation:1' })).toEqual({ go: 'send' })
})

test('promotions and workflows wait until noon on a Sunday; a reminder and a reply do not', () => {
  const sunday = { now: new Date('2026-11-22T15:00:00Z'), churchZone: 'America/Chicago' }
  const goes = (one: Partial<SendRequest>, known: Partial<RecipientFacts> = {}) =>
    decideSend(asked(one), facts({ ...sunday, ...known }))
  const noon = { go: 'defer', until: new Date('2026-11-22T18:00:00Z') }
  expect(goes({})).toEqual(noon)
  expect(goes({ purpose: 'transactional', dedupeKey: 'run:1:a' })).toEqual(noon)
  expect(goes({ purpose: 'transactional', kind: 'appointment-reminder' })).toEqual({ go: 'send' })
  expect(goes({ purpose: 'conversational' })).toEqual({ go: 'send' })
  expect(goes({}, { churchZone: null })).toEqual({ go: 'send' })
  // In Honolulu it is 8 AM then, by the law of phones; in Kiritimati night begins.
  const text = { channel: 'sms', recipient: '+15125550100' } as const
  expect(goes(text, { zones: ['Pacific/Kiritimati'] })).toEqual({
    go: 'defer',
    until: new Date('2026-11-22T18:00:00Z'),
  })
  expect(goes(text, { zones: ['Pacific/Honolulu'] })).toEqual({ go: 'defer', until: new Date('2026-11-22T18:00:00Z') })
  expect(goes(text, { zones: ['Asia/Tokyo'] })).toEqual({ go: 'defer', until: new Date('2026-11-22T23:00:00Z') })
})

test('a newsletter that is written on a Sunday morning is sent at noon, unless the church turned that off', async () => {
  const [quiet, loud] = [await aChurch(), await aChurch('Hope Chapel')]
  const { version } = await quiet.owner.church.read({})
  await quiet.owner.church.change({ quietChurchTimes: true, timeZone: 'America/Chicago', version })
  const sunday = DateTime.fromJSDate(clock.now(), { zone: 'America/Chicago' })
    .plus({ weeks: 1 })
    .set({ weekday: 7, hour: 9 })
  clock.advance(sunday.toMillis() - clock.ms())
  const write = async (church: Church) => {
    const email = newEmail()
    await church.inside(async ctx => {
      await subscribe(ctx, email, { topic, source: 'form', wording: 'Yes', reference: 'test' })
      await send(ctx, [
        {
          channel: 'email',
          to: email,
          subject: 'News',
          text: 'News',
          html: '<p>News</p>',
          kind: 'newsletter',
          purpose: 'marketing',
          topic,
          unsubscribeUrl: 'https://example.org/u',
          dedupeKey: email,
        },
      ])
    })
    return email
  }
  const stateOf = async (church: Church, recipient: string) =>
    (await church.owner.outbox.list({ recipient })).items[0]!.state
  const [waiting, gone] = [await write(quiet), await write(loud)]
  await quiet.settle()
  expect([await stateOf(quiet, waiting), await stateOf(loud, gone)]).toEqual(['queued', 'delivered'])
  clock.advance(hours(3.1))
  await quiet.settle()
  expect(await stateOf(quiet, waiting)).toBe('delivered')
  clock.reset()
})
