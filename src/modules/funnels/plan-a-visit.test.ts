import { afterEach, expect, test } from 'vitest'
import { clock, days, hours, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aChurch } from '#testing/church.ts'
import { agrees, atNoon, newPhone, textsTo } from '#testing/flock.ts'
import { aFunnel, browse, reportOf, sendForm, stepUrl } from '#testing/funnels.ts'
import { act, graph, published, runsOf, tagsOf, wait } from '#testing/workflows.ts'

afterEach(() => clock.reset())

test('plan a visit: page, family, host in turn, reminder, checked in on Sunday, funnel closed, next workflow', async () => {
  const church = await aChurch()
  await atNoon(church)
  const hosts = ['staff', 'pastor'] as const
  const { version } = await church.owner.church.read({})
  const leadOwnerIds = hosts.map(role => church.people[role].id)
  await church.owner.church.change({ version, leadAssignment: 'turns', leadOwnerIds })
  const funnel = await aFunnel(church, 'visit')
  const formId = funnel.draft[0]!.goal.id!
  const body = 'See you tomorrow, {firstName}! Your host is at the main door.'
  const reminding = await published(
    church,
    graph('form.submitted', [wait('a', 2), act('b', 'sms.send', { body, purpose: 'conversational' })], {}, { formId }),
    'Visit reminder',
  )
  const tag = await church.staff.tags.create({ name: 'Came to visit' })
  await published(church, graph('attendance.first_visit', [act('a', 'people.add_tag', { tagId: tag.id })]), 'After it')

  const phone = newPhone()
  await agrees(church, phone, '')
  const page = await (await browse(`${stepUrl(funnel, 0)}?utm_source=google`)).text()
  const family = { 'family.0.role': 'spouse', 'family.0.firstName': 'Sam', 'family.1.role': 'child' }
  const child = { 'family.1.firstName': 'Lily', 'family.1.birthDate': '2019-04-02' }
  const { answer } = await sendForm(page, { first_name: 'Pat', last_name: 'Miller', phone, ...family, ...child })
  expect(answer.headers.get('location')).toBe(stepUrl(funnel, 1, 'absolute'))
  await browse(stepUrl(funnel, 1))
  await church.settle()

  const people = (await church.staff.people.list({ sort: 'createdAt' })).items
  const pat = people.find(one => one.firstName === 'Pat')!
  expect(people.map(one => one.firstName).sort()).toEqual(['Lily', 'Pat', 'Sam'])
  const { households } = await church.staff.people.get({ id: pat.id })
  expect(households[0]!.members.map(one => [one.name.split(' ')[0], one.role]).sort()).toEqual([
    ['Lily', 'child'],
    ['Pat', 'adult'],
    ['Sam', 'adult'],
  ])
  const { items: leads } = await church.staff.leads.list({})
  expect(leads).toMatchObject([{ personId: pat.id, source: 'Plan a visit' }])
  expect(leadOwnerIds).toContain(leads[0]!.assignedTo)

  clock.advance(days(2) + minutes(1))
  await church.settle()
  expect((await textsTo(church, phone)).map(one => one.text)).toEqual([
    expect.stringContaining('See you tomorrow, Pat!'),
  ])
  expect((await runsOf(church, reminding.id)).map(one => one.state)).toEqual(['completed'])

  clock.advance(hours(20))
  const sunday = await church.staff.appointments.create({
    title: 'Sunday service',
    type: 'event',
    startsAt: new Date(clock.ms() + minutes(5)),
    minutes: 75,
  })
  expect((await reportOf(church, funnel)).steps.map(one => one.conversions)).toEqual([1, 1, 0])
  await church.staff.attendance.checkIn({ id: sunday.id, personIds: [pat.id] })
  await runWaitingJobs()
  const report = await reportOf(church, funnel)
  expect(report).toMatchObject({ entrants: 1, conversions: 1 })
  expect(report.steps.map(one => [one.name, one.conversions, one.ofEntrants, one.ofPrevious])).toEqual([
    ['Plan your visit', 1, 1, 1],
    ['Thank you', 1, 1, 1],
    ['Attended', 1, 1, 1],
  ])
  expect(await tagsOf(church, pat.id)).toContain(tag.id)

  clock.advance(days(7))
  const again = await church.staff.appointments.create({
    title: 'Sunday service',
    type: 'event',
    startsAt: new Date(clock.ms() + minutes(5)),
    minutes: 75,
  })
  await church.staff.attendance.checkIn({ id: again.id, personIds: [pat.id] })
  await runWaitingJobs()
  expect((await reportOf(church, funnel)).steps[2]!.conversions).toBe(0)
})
