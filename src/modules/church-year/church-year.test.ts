import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'

test('a church asks for the observances of some weeks, across New Year, and for one day', async () => {
  const church = await aChurch()
  const { items } = await church.viewer.churchYear.list({ from: '2026-12-20', to: '2027-01-20', country: 'none' })
  expect(items.map(one => one.id)).toEqual([
    'advent_4',
    'christmas_eve',
    'christmas_day',
    'holy_innocents',
    'watch_night',
    'holy_name',
    'epiphany',
    'baptism_of_the_lord',
    'unity_week',
  ])
  expect(await church.viewer.churchYear.day({ date: '2026-04-05' })).toMatchObject({
    season: 'easter',
    colors: ['white'],
    rclYear: 'A',
    observances: [{ id: 'easter', name: 'Easter Sunday' }],
    readings: [{ gospel: 'John 20:1-10' }],
  })
  expect((await church.viewer.churchYear.day({ date: '2026-04-12', tradition: 'orthodox' })).observances[0]!.name).toBe(
    'Pascha',
  )
})

test.each([
  { from: '2026-02-30', to: '2026-03-01' },
  { from: '2026-03-01', to: '2026-02-01' },
  { from: '2020-01-01', to: '2026-01-01' },
  { from: '1500-01-01', to: '1500-02-01' },
])('$from to $to is refused', async range => {
  const church = await aChurch()
  await expect(church.owner.churchYear.list(range)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
