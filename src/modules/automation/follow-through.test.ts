import { afterEach, expect, test } from 'vitest'
import { clock, hours, minutes } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aType, at, bookOnline, newGuest } from '#testing/calendar.ts'
import { aChurch } from '#testing/church.ts'
import { agrees, newPhone, says, textsTo } from '#testing/flock.ts'
import { aForm, fill, pat, peopleOf } from '#testing/forms.ts'
import { act, graph, published, runsOf, tagsOf } from '#testing/workflows.ts'
import type { Step } from './rules/graph.ts'

afterEach(() => clock.reset())

const until = (id: string, trigger: string): Step => ({
  id,
  kind: 'wait',
  wait: { for: 'event', trigger, amount: 20, unit: 'days' },
})

test('connect card, text, reply, task, booking link, booking, reminder, “Y”, done, next step', async () => {
  const church = await aChurch()
  const type = await aType(church)
  const { at: card } = await aForm('connect', church)
  const tag = await church.staff.tags.create({ name: 'Met a pastor' })
  const link = { typeId: type.id, channel: 'sms', purpose: 'conversational', body: 'Choose a time: {bookingLink}' }
  const flow = await published(
    church,
    graph('form.submitted', [
      act('a', 'sms.send', { body: 'Welcome {firstName}! Would you like to meet?', purpose: 'conversational' }),
      until('b', 'message.received'),
      {
        id: 'c',
        kind: 'branch',
        conditions: { waited: 'event' },
        yes: [
          act('d', 'people.add_task', { title: 'Call this guest' }),
          { id: 'e', kind: 'wait', wait: { for: 'task', amount: 7, unit: 'days' } },
          act('f', 'calendar.send_link', link),
          until('g', 'appointment.booked'),
          until('h', 'appointment.completed'),
          act('i', 'people.add_tag', { tagId: tag.id }),
        ],
        no: [],
      },
    ]),
  )
  const phone = newPhone()
  await agrees(church, phone, '')
  const guest = { ...pat(), phone }
  await fill(card, guest)
  await church.settle()
  const [person] = (await peopleOf(church)).filter(one => one.phone === phone)
  const stands = async () => (await runsOf(church, flow.id)).map(run => [run.state, run.at])
  const told = async () => (await textsTo(church, phone)).map(one => one.text)
  expect(await told()).toEqual([expect.stringContaining('Welcome Pat!')])
  expect(await stands()).toEqual([['waiting', 'b']])

  await says(church, phone, 'I would love to')
  await church.settle()
  expect(await stands()).toEqual([['waiting', 'e']])
  const { items } = await church.admin.tasks.list({ personId: person!.id })
  const call = items.find(one => one.title === 'Call this guest')!
  await church.admin.tasks.complete({ id: call.id, done: true })
  await church.settle()
  expect((await told()).at(-1)).toContain('/book/')

  const start = at(3, '10:00')
  const booked = await bookOnline(type, start, { ...newGuest(), name: 'Pat Miller', email: guest.email, phone })
  expect(booked.response.status).toBe(303)
  await church.settle()
  expect(await stands()).toEqual([['waiting', 'h']])

  clock.advance(start.getTime() - hours(1) - clock.ms())
  await runWaitingJobs({ schedules: true })
  expect((await told()).at(-1)).toContain('Reply Y to confirm')
  await says(church, phone, 'Y')
  const [appointment] = (await church.staff.appointments.list({})).items
  expect(appointment).toMatchObject({ status: 'confirmed', attendees: [{ state: 'confirmed' }] })

  clock.advance(hours(2) + minutes(1))
  await church.staff.appointments.complete({ id: appointment!.id, version: appointment!.version })
  await church.settle()
  expect(await stands()).toEqual([['completed', null]])
  expect(await tagsOf(church, person!.id)).toContain(tag.id)
})
