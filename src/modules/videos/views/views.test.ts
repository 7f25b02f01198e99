import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aVideo } from '#testing/videos.ts'
import { aServer } from '#testing/web.ts'
import { isView, retentionOf, sourceOf, stepAt } from './rules.ts'
import { videoWatches } from './tables.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('a view is ten seconds or a third, and positions are steps of 5 percent', () => {
  expect([isView(9, 600_000), isView(10, 600_000), isView(1, 6_000), isView(2, 6_000), isView(9, null)]).toEqual([
    false,
    true,
    false,
    true,
    false,
  ])
  expect([stepAt(0, 1_000), stepAt(49, 1_000), stepAt(50, 1_000), stepAt(1_000, 1_000), stepAt(5, null)]).toEqual([
    0, 0, 1, 19, 0,
  ])
  expect(retentionOf([1, 0, 3]).map(share => Math.round(share * 100))).toEqual([100, 75, 75])
  expect(retentionOf([0, 0])).toEqual([0, 0])
  expect(sourceOf('Our Course!', 'https://x.example', 'grace.example')).toBe('our-course')
  expect(sourceOf(undefined, 'https://www.facebook.com/x', 'grace.example')).toBe('facebook.com')
  expect(sourceOf(undefined, 'https://grace.example/watch', 'grace.example')).toBe('direct')
})

test('a device counts once a day; programs, the team and what is too short don’t count', async () => {
  const grace = await aChurch()
  const { send } = await aServer()
  const { id, publicId } = await aVideo(grace)
  const report = async (seconds: number, positionMs: number, headers: Record<string, string> = {}, more = {}) =>
    (
      await send(`/media/${publicId}/views`, {
        method: 'POST',
        headers: { 'user-agent': firefox, ...headers },
        body: JSON.stringify({ seconds, positionMs, source: 'watch', ...more }),
      })
    ).status
  const views = async () => (await grace.viewer.videos.get({ id })).views
  expect(await report(0.4, 400)).toBe(204)
  expect(await views()).toBe(0)
  expect(await report(1, 1_400)).toBe(204)
  expect(await report(1, 2_900)).toBe(204)
  expect(await views()).toBe(1)
  await report(3, 2_900, { 'user-agent': `${firefox} other` }, { source: 'course' })
  expect(await views()).toBe(2)
  await report(3, 2_900, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })
  await report(3, 2_900, {
    authorization: `Bearer ${grace.people.viewer.session.access_token}`,
    'user-agent': 'Firefox of the team',
  })
  const { viewsAddress } = await grace.viewer.videos.playback({ id })
  await send(viewsAddress, {
    method: 'POST',
    headers: { 'user-agent': 'Firefox of the team' },
    body: '{"seconds":9,"positionMs":9}',
  })
  expect(await views()).toBe(2)
  expect(await report(-1, 0)).toBe(400)
  const figures = await grace.viewer.videoViews.figures({ id })
  expect(figures).toMatchObject({ views: 2, secondsWatched: 5 })
  expect(figures.bySource).toEqual([
    { source: 'course', views: 1, secondsWatched: 3 },
    { source: 'watch', views: 1, secondsWatched: 2 },
  ])
  expect([figures.retention[0], figures.retention[19]]).toEqual([1, 1])
  clock.advance(days(1))
  await report(3, 300)
  expect(await views()).toBe(3)
  expect((await grace.viewer.videoViews.figures({ id })).retention[19]).toBeCloseTo(2 / 3)
  expect((await grace.viewer.videoViews.figures({ id, days: 1 })).views).toBe(1)
  clock.advance(days(2))
  await grace.settle({ schedules: true })
  expect(await grace.inside(ctx => ctx.db.select().from(videoWatches))).toEqual([])
})
