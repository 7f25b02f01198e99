import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { afterEach, expect, test } from 'vitest'
import { clock } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aVideo } from '#testing/videos.ts'
import { aServer } from '#testing/web.ts'

afterEach(() => clock.reset())
const april = { from: '2026-04-01', to: '2026-04-30' }
const entry = { title: 'Food drive', date: '2026-04-18', type: 'outreach' as const }
const titles = (items: { title: string; date: string }[]) => items.map(({ title, date }) => `${date} ${title}`)

test('the church’s year, own entries and sermons are on one grid', async () => {
  const church = await aChurch()
  const { staff, settle } = church
  const id = randomUUID()
  await staff.contentCalendar.create({ id, ...entry })
  // Pressed twice, it is added once.
  await staff.contentCalendar.create({ id, ...entry, title: 'Twice' })
  const sermonId = randomUUID()
  await staff.sermons.generate({ id: sermonId, title: 'He is risen', bibleVerse: 'Mark 16:1-8', theme: 'Easter' })
  await settle()
  const sermon = await staff.sermons.get({ id: sermonId })
  await staff.sermons.update({ id: sermonId, version: sermon.version, preachedOn: '2026-04-05' })
  const film = await aVideo(church, { title: 'Sunrise', preachedOn: '2026-04-05' })
  await aVideo(church, { title: 'He is risen, filmed', preachedOn: '2026-04-05', sermonId })
  const { items } = await staff.contentCalendar.list(april)
  expect(items.filter(({ source }) => source === 'video')).toMatchObject([
    { title: 'Sunrise', date: '2026-04-05', href: `/videos/${film.id}` },
  ])
  expect(titles(items)).toEqual(
    expect.arrayContaining(['2026-04-05 Easter Sunday', '2026-04-18 Food drive', '2026-04-05 He is risen']),
  )
  expect(items.find(({ source }) => source === 'sermon')).toMatchObject({
    href: `/sermon-generator?sermon=${sermonId}`,
  })
})

test('a day has its season, readings, ideas, verses with their words, and what was a year before', async () => {
  const { staff } = await aChurch()
  await staff.contentCalendar.create({ id: randomUUID(), title: 'Sunrise service', date: '2025-04-20' })
  const id = randomUUID()
  await staff.contentCalendar.create({
    id,
    title: 'Lilies',
    date: '2026-04-05',
    contentSuggestions: ['Thank the gardeners'],
    bibleVerses: ['Psalm 118:24'],
  })
  const day = await staff.contentCalendar.day({ date: '2026-04-05' })
  expect(day).toMatchObject({ season: 'easter', color: 'white' })
  expect(day.readings[0]!.gospel).toMatch(/Mark 16|John 20|Matthew 28/)
  expect(day.ideas[0]).toBe('Thank the gardeners')
  expect(day.ideas.length).toBeGreaterThan(3)
  expect(day.verses[0]).toMatchObject({ reference: 'Psalm 118:24' })
  expect(day.verses[0]!.text).toContain('This is the day')
  // Easter was on another date the year before.
  expect(day.lastYear.map(({ title }) => title)).toEqual(['Sunrise service'])
})

test.each([
  ['title', { title: ' ' }, 'Title is required'],
  ['date', { date: '2026-02-30' }, 'Please enter a date such as 2026-04-05'],
  ['endDate', { endDate: '2026-04-01' }, 'Please choose an end after the start'],
  ['bibleVerses', { bibleVerses: ['Hezekiah 3:16'] }, 'No Bible has “Hezekiah 3:16”'],
])('%s %o is refused at its field', async (field, changes, message) => {
  const { staff } = await aChurch()
  await expect(staff.contentCalendar.create({ id: randomUUID(), ...entry, ...changes })).rejects.toMatchObject({
    data: { issues: [{ path: [field], message }] },
  })
})

test('an entry is moved; of two who move it the second is told; deleted it can come back', async () => {
  const { staff, owner } = await aChurch()
  const id = randomUUID()
  const { version } = await staff.contentCalendar.create({ id, ...entry })
  expect(await staff.contentCalendar.update({ id, version, date: '2026-04-25' })).toMatchObject({ date: '2026-04-25' })
  await expect(owner.contentCalendar.update({ id, version, date: '2026-04-26' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await staff.contentCalendar.remove({ id })
  expect(titles((await staff.contentCalendar.list(april)).items)).not.toContain('2026-04-25 Food drive')
  expect(await staff.contentCalendar.restore({ id })).toMatchObject({ date: '2026-04-25' })
})

test('a holiday of another tradition comes back by its rule, once, and is not moved', async () => {
  const { staff } = await aChurch()
  clock.advance(Date.parse('2026-03-01T12:00:00Z') - clock.ms())
  const { items } = await staff.contentCalendar.holidays({ search: 'pascha' })
  const [pascha] = items
  expect(pascha).toMatchObject({ tradition: 'orthodox', added: false })
  expect(pascha!.dates.slice(0, 2)).toEqual(['2026-04-12', '2027-05-02'])
  const rule = { kind: 'observance' as const, id: pascha!.id, tradition: 'orthodox' as const }
  const made = await staff.contentCalendar.addHoliday({ title: pascha!.name, rule })
  await expect(staff.contentCalendar.addHoliday({ title: 'Again', rule })).rejects.toMatchObject({
    data: { issues: [{ path: ['rule'], message: 'This is already on your calendar' }] },
  })
  expect((await staff.contentCalendar.holidays({ search: 'pascha' })).items[0]).toMatchObject({ added: true })
  const next = await staff.contentCalendar.list({ from: '2027-04-25', to: '2027-05-05' })
  expect(titles(next.items)).toContain(`2027-05-02 ${pascha!.name}`)
  await expect(
    staff.contentCalendar.update({ id: made.id, version: made.version, date: '2026-04-13' }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['date'] }] } })
})

test('a deleted holiday that was added again meanwhile does not come back beside it', async () => {
  const { staff } = await aChurch()
  const [pascha] = (await staff.contentCalendar.holidays({ search: 'pascha' })).items
  const rule = { kind: 'observance' as const, id: pascha!.id, tradition: 'orthodox' as const }
  const { id } = await staff.contentCalendar.addHoliday({ title: pascha!.name, rule })
  await staff.contentCalendar.remove({ id })
  await staff.contentCalendar.addHoliday({ title: pascha!.name, rule })
  await expect(staff.contentCalendar.restore({ id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('was filled meanwhile'),
  })
})

test('a plan for Lent is reviewed and accepted; run again, nothing is doubled and what was edited stays', async () => {
  const { staff } = await aChurch()
  const lent = { from: '2026-02-18', to: '2026-04-04', perWeek: 3 }
  const { items } = await staff.contentCalendar.propose(lent)
  expect(items.length).toBeGreaterThan(15)
  const chosen = items.slice(0, 5)
  const [one, two] = await Promise.all([
    staff.contentCalendar.accept({ items: chosen }),
    staff.contentCalendar.accept({ items: chosen }),
  ])
  expect(one.added + two.added).toBe(5)
  const { items: grid } = await staff.contentCalendar.list({ from: lent.from, to: lent.to })
  const first = grid.find(({ source, date }) => source === 'entry' && date === '2026-02-18')!
  const { version } = await staff.contentCalendar.get({ id: first.entryId! })
  await staff.contentCalendar.update({ id: first.entryId!, version, title: 'Ashes at the station' })
  const again = await staff.contentCalendar.propose(lent)
  expect(again.items).toEqual(items.slice(5))
  expect(await staff.contentCalendar.accept({ items: chosen })).toEqual({ added: 0 })
  expect(await staff.contentCalendar.get({ id: first.entryId! })).toMatchObject({ title: 'Ashes at the station' })
  await expect(staff.contentCalendar.propose({ ...lent, to: '2026-12-01' })).rejects.toMatchObject({
    data: { issues: [{ path: ['to'], message: 'Please choose at most 92 days' }] },
  })
})

test('the tradition decides what is on the grid, and today is by the church’s clock', async () => {
  const { staff } = await aChurch()
  clock.advance(Date.parse('2026-04-06T03:30:00Z') - clock.ms())
  expect((await staff.contentCalendar.list(april)).today).toBe('2026-04-05')
  await staff.contentCalendar.saveSettings({
    tradition: 'orthodox',
    country: 'none',
    onSundays: false,
    weekStart: 'monday',
  })
  const { items, settings } = await staff.contentCalendar.list(april)
  expect(settings).toMatchObject({ tradition: 'orthodox', weekStart: 'monday' })
  expect(items.find(({ date }) => date === '2026-04-12')?.title).toMatch(/Pascha/)
  expect(items.some(({ date, title }) => date === '2026-04-05' && title === 'Easter Sunday')).toBe(false)
})

test('exported as a calendar, a table and a PDF; subscribed by another program until revoked', async () => {
  const church = await aChurch()
  const { send } = await aServer()
  clock.advance(Date.parse('2026-03-01T12:00:00Z') - clock.ms())
  await church.staff.contentCalendar.create({ id: randomUUID(), ...entry })
  const file = async (format: 'ics' | 'csv' | 'pdf') => {
    const { base64, name } = await church.staff.contentCalendar.file({ ...april, format })
    expect(name).toBe(`content-calendar-2026-04-01-2026-04-30.${format}`)
    return Buffer.from(base64, 'base64').toString('latin1')
  }
  expect(await file('ics')).toContain('SUMMARY:Food drive')
  expect(await file('csv')).toContain('2026-04-18,,Outreach,Content,Food drive')
  expect((await file('pdf')).startsWith('%PDF')).toBe(true)
  const { id, address } = await church.staff.contentCalendar.subscribe({ name: 'Office' })
  const path = new URL(address).pathname
  const read = await send(path)
  expect(read.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const events = new ICAL.Component(ICAL.parse(await read.text())).getAllSubcomponents('vevent')
  const uids = events.map(event => String(event.getFirstPropertyValue('uid')))
  expect(new Set(uids).size).toBe(uids.length)
  expect(events.map(event => event.getFirstPropertyValue('summary'))).toContain('Food drive')
  expect((await church.staff.contentCalendar.feeds({})).items).toMatchObject([{ id, name: 'Office' }])
  await church.staff.contentCalendar.revoke({ id })
  expect((await send(path)).status).toBe(404)
})

test('a calendar belongs to one church; viewers read and change nothing', async () => {
  const church = await aChurch()
  const hope = await aChurch('Hope Chapel')
  const id = randomUUID()
  const { version } = await church.staff.contentCalendar.create({ id, ...entry })
  await expect(hope.staff.contentCalendar.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(titles((await hope.staff.contentCalendar.list(april)).items)).not.toContain('2026-04-18 Food drive')
  expect(titles((await church.viewer.contentCalendar.list(april)).items)).toContain('2026-04-18 Food drive')
  await expect(church.viewer.contentCalendar.update({ id, version, title: 'No' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
