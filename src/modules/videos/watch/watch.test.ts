import { afterEach, expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aBrowser, slugOf, somebody } from '#testing/portal.ts'
import { aVideo, uploadThumbnail } from '#testing/videos.ts'
import { aServer } from '#testing/web.ts'
import { graph, published, runsOf, wait } from '#testing/workflows.ts'
import { watchPath } from '../rules/options.ts'
import { videoPositions } from '../views/tables.ts'
import { jsonInHtml, startOf, transcriptOf } from './rules.ts'

afterEach(() => clock.reset())

async function opened(path: string, init: RequestInit = {}) {
  const { send } = await aServer()
  const answer = await send(path, { redirect: 'manual', ...init })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('captions become paragraphs: a pause begins another, and so do four lines', () => {
  const cue = (startMs: number, text: string) => ({ startMs, endMs: startMs + 900, text })
  const said = transcriptOf([cue(0, 'One\ntwo.'), cue(1_000, 'Three.'), cue(6_000, 'Later.')])
  expect(said).toEqual([
    { startMs: 0, text: 'One two. Three.' },
    { startMs: 6_000, text: 'Later.' },
  ])
  expect(transcriptOf(Array.from({ length: 9 }, (_, at) => cue(at * 1_000, `${at}`)))).toHaveLength(3)
})

test('what is typed into an address begins the film, or nothing', () => {
  expect([startOf('90'), startOf('1:30'), startOf(undefined), startOf('"><script>')]).toEqual([90, 90, 0, 0])
  expect(jsonInHtml({ name: '</script><script>' })).not.toContain('</script>')
})

test('a public video has a page with its passage, transcript, chapters and structured data', async () => {
  const grace = await aChurch()
  const title = 'Love & </script><script>alert(1)</script> “hope” 🕊'
  const pictureIds = [await uploadThumbnail(grace)]
  const details = { title, visibility: 'public', passage: 'John 3:16', series: 'John', pictureIds }
  const video = await aVideo(grace, details)
  const { id } = video
  const chapters = [{ startMs: 1_000, title: 'Second <b>part</b>' }]
  await grace.staff.videos.update({ id, version: video.version, chapters })
  const cues = [{ startMs: 1_000, endMs: 2_000, text: 'The wind & the waves' }]
  await grace.staff.videoCaptions.create({ videoId: id, language: 'en', cues })
  const church = await slugOf(grace)
  const page = await opened(watchPath(church, video))
  expect(page.status).toBe(200)
  expect(page.headers.get('x-robots-tag')).toBeNull()
  expect(page.text).not.toMatch(/<script>alert/)
  expect(page.text).toContain('For God so loved the world')
  expect(page.text).toContain('(WEB)')
  expect(page.text).toContain('The wind &amp; the waves')
  expect(page.text).toContain('data-seek="1000"')
  expect(page.text).toContain('Second &lt;b&gt;part&lt;/b&gt;')
  expect(page.text).toContain(`/pray/${church}`)
  const [, schema] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page.text) ?? []
  expect(JSON.parse(schema!)).toMatchObject({ '@type': 'VideoObject', name: title, duration: 'PT3S' })
  expect(page.text).toContain('og:image')
  // By its public id, it leads to the address with its title.
  const other = await opened(`/watch/${church}/${video.publicId}`)
  expect([other.status, other.headers.get('location')]).toEqual([302, watchPath(church, video)])
  const code = await opened(`${watchPath(church, video)}/qr.svg`)
  expect([code.status, code.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
})

test('a private video has no page, no frame and no code, and a share link opens it, with its password', async () => {
  const grace = await aChurch()
  const video = await aVideo(grace, { visibility: 'private', title: 'For leaders alone' })
  const church = await slugOf(grace)
  const address = watchPath(church, video)
  const missing = await opened(`/watch/${church}/nothing-like-it`)
  for (const path of [
    address,
    `${address}/embed`,
    `${address}/qr.svg`,
    `${address}?share=x`,
    `/watch/${church}/${video.slug}`,
  ]) {
    const page = await opened(path)
    expect([path, page.status]).toEqual([path, 404])
    expect(page.text).toBe(missing.text)
  }
  const open = await grace.staff.videoShares.create({ videoId: video.id, days: 1 })
  const page = await opened(`${address}?share=${open.token}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.text).toContain('For leaders alone')
  expect(page.text).not.toContain('ld+json')
  // A player that is open asks for new addresses, for as long as the link is good.
  const [, refresh] = /data-refresh="([^"]+)"/.exec(page.text) ?? []
  const again = await opened(refresh!)
  expect(JSON.parse(again.text).source.address).toMatch(/^\/media\//)
  expect((await opened(refresh!.split('?')[0]!)).status).toBe(404)
  const locked = await grace.staff.videoShares.create({ videoId: video.id, password: 'mustard seed' })
  const asked = await opened(`${address}?share=${locked.token}`)
  expect(asked.text).toContain('This video has a password')
  expect(asked.text).not.toContain('For leaders alone')
  const answer = (password: string) =>
    opened(`${address}?share=${locked.token}`, {
      method: 'POST',
      body: new URLSearchParams({ password }),
    })
  const wrong = await answer('mustard')
  expect([wrong.status, wrong.text.includes('That is not the password of this link.')]).toEqual([401, true])
  expect((await answer('mustard seed')).text).toContain('For leaders alone')
})

test('the archive lists what is public alone, and is searched by words, captions and verses', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const shared = { visibility: 'public', speaker: 'Ruth', preachedOn: '2026-03-01' }
  const well = await aVideo(grace, { ...shared, title: 'At the well', passage: 'John 4:5-26' })
  await aVideo(grace, { ...shared, title: 'The storm', passage: 'Mark 4:35-41', preachedOn: '2025-03-02' })
  await aVideo(grace, { title: 'Only by link' })
  await aVideo(grace, { visibility: 'private', title: 'For leaders alone' })
  await aVideo(hope, { visibility: 'public', title: 'Of another church' })
  const cues = [{ startMs: 0, endMs: 900, text: 'Everyone who drinks of this water' }]
  await grace.staff.videoCaptions.create({ videoId: well.id, language: 'en', cues })
  const church = await slugOf(grace)
  const titles = async (query = '') => {
    const { text } = await opened(`/watch/${church}${query}`)
    return [...text.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, title]) => title)
  }
  expect(await titles()).toEqual(['At the well', 'The storm'])
  expect(await titles('?passage=John+4:10')).toEqual(['At the well'])
  expect(await titles('?q=drinks')).toEqual(['At the well'])
  expect(await titles('?year=2025')).toEqual(['The storm'])
  expect(await titles('?q=leaders')).toEqual([])
  const unknown = await opened(`/watch/${church}?passage=Johnny+3`)
  expect(unknown.text).toMatch(/role="alert">[^<]*passage/)
  expect((await opened(`/watch/${church}?year=x&q=%00`)).status).toBe(200)
  expect((await opened('/watch/no-such-church')).status).toBe(404)
})

test('other sites may show the film in a frame, and no other page', async () => {
  const grace = await aChurch()
  const video = await aVideo(grace)
  const address = watchPath(await slugOf(grace), video)
  const frame = await opened(`${address}/embed?t=1`)
  expect(frame.headers.get('content-security-policy')).toContain('frame-ancestors *')
  expect(frame.headers.get('x-frame-options')).toBeNull()
  expect(frame.text).toContain('data-start="1"')
  const page = await opened(address)
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
})

test('people who were chosen watch a private video in their portal, and go on there where they stopped', async () => {
  const grace = await aChurch()
  const video = await aVideo(grace, { visibility: 'private', title: 'For leaders alone' })
  const { id } = await somebody(grace, 'Ann', 'ann.videos@example.org')
  await grace.staff.videos.setPeople({ id: video.id, personIds: [id] })
  const [hers, nobodys] = [await aBrowser(grace), await aBrowser(grace)]
  expect((await nobodys.get('/videos')).status).toBe(303)
  await hers.signIn('ann.videos@example.org')
  expect(await (await hers.get('/videos')).text()).toContain('For leaders alone')
  const page = await hers.get(`/videos/${video.publicId}`)
  expect([page.status, page.headers.get('content-security-policy')?.includes("media-src 'self'")]).toEqual([200, true])
  const playback = async () => (await hers.get(`/videos/${video.publicId}/playback`)).json()
  const { viewsAddress, resumeAtMs } = await playback()
  expect(resumeAtMs).toBeNull()
  const said = { method: 'POST', body: JSON.stringify({ seconds: 1, positionMs: 1_500, source: 'portal' }) }
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  expect((await opened(viewsAddress, { ...said, headers })).status).toBe(204)
  expect((await playback()).resumeAtMs).toBe(1_500)
  const { libraryId } = await grace.staff.videos.get({ id: video.id })
  const onceLeft = await published(grace, graph('video.left', [wait('a', 1)], {}, { libraryId }), 'Left')
  const onceSeen = await published(grace, graph('video.finished', [wait('a', 1)]), 'Seen')
  // Begun and left for three days is told once; so is the first time that it was seen to its end.
  const told = () => grace.inside(ctx => ctx.db.select().from(videoPositions))
  clock.advance(days(4))
  await grace.settle({ schedules: true })
  const [left] = await told()
  expect([left!.leftAt !== null, left!.finishedAt]).toEqual([true, null])
  const end = { method: 'POST', body: JSON.stringify({ seconds: 1, positionMs: 2_950, source: 'portal' }) }
  const again = await playback()
  await opened(again.viewsAddress, { ...end, headers })
  await opened(again.viewsAddress, { ...end, headers })
  expect((await told())[0]!.finishedAt).not.toBeNull()
  await grace.settle()
  const runs = [await runsOf(grace, onceLeft.id), await runsOf(grace, onceSeen.id)]
  expect(runs.map(all => all.map(one => one.personId))).toEqual([[id], [id]])
  await grace.staff.videos.setPeople({ id: video.id, personIds: [] })
  expect((await hers.get(`/videos/${video.publicId}`)).status).toBe(404)
  expect(await (await hers.get('/videos')).text()).not.toContain('For leaders alone')
})
