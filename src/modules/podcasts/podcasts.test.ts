import { parseFeed } from 'podcast-partytime'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { slugOf } from '#testing/portal.ts'
import { aVideo, uploadAudio, uploadThumbnail } from '#testing/videos.ts'
import { aServer } from '#testing/web.ts'
import { coverProblem, enclosureOf, publishedAt } from './rules.ts'
import { letGoOfCovers } from './service/covers.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

const cover = async (church: Church, side = 1_400) => {
  const plain = sharp({ create: { width: side, height: side, channels: 3, background: '#204030' } })
  return uploadThumbnail(church, 'staff', new Uint8Array(await plain.jpeg({ quality: 40 }).toBuffer()))
}

async function opened(address: string, init: RequestInit = {}) {
  const { send } = await aServer()
  const { pathname, search } = new URL(address)
  return send(`${pathname}${search}`, init)
}

/** A church with a library of one video, which has audio. */
async function aSeries(details: object = {}) {
  const church = await aChurch()
  const video = await aVideo(church, { title: 'Bread & wine', visibility: 'public', ...details })
  await church.staff.videos.setAudio({ id: video.id, uploadId: await uploadAudio(church) })
  const { libraryId } = video
  const suggested = await church.staff.podcasts.get({ id: libraryId })
  const save = async (changes: object) => {
    const podcast = await church.staff.podcasts.get({ id: libraryId })
    return church.staff.podcasts.update({ ...podcast, ...changes })
  }
  return { church, video, libraryId, suggested, save }
}

test('a cover is square and as large as directories ask; a film is heard only where apps play it', () => {
  expect(coverProblem({ width: 1_400, height: 1_400, format: 'jpeg' })).toBeUndefined()
  expect(coverProblem({ width: 3_000, height: 2_999, format: 'png' })).toContain('has to be square')
  expect(coverProblem({ width: 800, height: 800, format: 'png' })).toContain('between 1,400 and 3,000 pixels')
  expect(coverProblem({ width: 1_400, height: 1_400, format: 'webp' })).toContain('JPEG or PNG')
  const film = { container: 'mp4', videoCodec: 'avc', hasAudio: false, hasPlayable: false }
  expect([film, { ...film, videoCodec: 'vp9' }, { ...film, hasAudio: true }].map(enclosureOf)).toEqual([
    'film',
    undefined,
    'audio',
  ])
  const createdAt = new Date('2026-05-12T08:00:00Z')
  expect(publishedAt({ preachedOn: '2026-05-10', createdAt })).toEqual(new Date('2026-05-10T12:00:00Z'))
  expect(publishedAt({ preachedOn: '2026-05-17', createdAt })).toEqual(createdAt)
})

test('a public podcast opens once it has all that directories ask for, and another program reads its feed', async () => {
  const { church, video, suggested, save } = await aSeries({
    speaker: 'Ruth Bennett',
    passage: 'John 6:35',
    preachedOn: '2026-03-01',
  })
  expect(suggested).toMatchObject({ version: 0, isOn: false, title: 'Sermons', author: 'Grace Community Church' })
  expect(suggested.episodes).toBe(1)
  const chapters = [{ startMs: 1_500, title: 'The loaf <of> bread' }]
  const { version } = await church.staff.videos.get({ id: video.id })
  await church.staff.videos.update({ id: video.id, version, chapters })
  const cues = [{ startMs: 0, endMs: 900, text: 'Come and eat' }]
  await church.staff.videoCaptions.create({ videoId: video.id, language: 'en', cues })
  await aVideo(church, { title: 'No sound of its own', visibility: 'public' })
  await aVideo(church, { title: 'Not for everyone', visibility: 'private' })

  await expect(save({ isOn: true, description: 'Every Sunday.' })).rejects.toMatchObject({
    data: { issues: [{ path: ['ownerEmail'] }] },
  })
  const described = { isOn: true, description: 'Every “Sunday” & <feast>.', ownerEmail: 'office@grace.org' }
  await expect(save(described)).rejects.toMatchObject({ data: { issues: [{ path: ['pictureId'] }] } })
  const tooSmall = await cover(church, 600)
  await expect(save({ ...described, pictureId: tooSmall })).rejects.toMatchObject({
    data: { issues: [{ path: ['pictureId'], message: expect.stringContaining('1,400') }] },
  })
  const saved = await save({ ...described, pictureId: await cover(church) })
  expect(saved).toMatchObject({ episodes: 1, problems: [], silent: [{ title: 'No sound of its own' }] })
  expect(saved.address).toMatch(/\/podcast\/[a-z\d-]+\/sermons\.xml$/)

  const answer = await opened(saved.address!)
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const xml = await answer.text()
  const feed = parseFeed(xml)
  expect(feed).toMatchObject({
    title: 'Sermons',
    language: 'en',
    explicit: false,
    author: 'Grace Community Church',
    itunesCategory: expect.arrayContaining(['Religion & Spirituality > Christianity']),
    owner: { name: 'Grace Community Church', email: 'office@grace.org' },
    locked: true,
    guid: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(feed!.description).toContain('Every “Sunday” & ')
  expect(feed!.items).toHaveLength(1)
  const [episode] = feed!.items
  expect(episode).toMatchObject({
    title: 'Bread & wine',
    guid: video.publicId,
    pubDate: new Date('2026-03-01T12:00:00Z'),
    duration: 3,
    enclosure: { type: 'audio/x-m4a', length: expect.any(Number) },
    podcastTranscripts: [{ type: 'text/vtt', url: expect.stringContaining('.vtt') }],
    podcastChapters: { type: 'application/json+chapters' },
  })
  // What Apple refuses a feed for.
  for (const required of [
    '<itunes:image href="',
    '<itunes:explicit>false<',
    '<itunes:category text="Religion &amp; Spirituality">',
    '<itunes:type>episodic<',
    'rel="self"',
  ])
    expect(xml).toContain(required)
  const { url, length } = episode!.enclosure as { url: string; length: number }
  expect(url).toMatch(/\/audio\.m4a$/)
  const head = await opened(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    String(length),
    'bytes',
  ])
  // Apps on the web play it from pages of their own.
  expect(head.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const part = await opened(url, { headers: { range: 'bytes=0-99' } })
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100])
  const { url: chaptersAt } = (episode as unknown as { podcastChapters: { url: string } }).podcastChapters
  expect(await (await opened(chaptersAt)).json()).toEqual({
    version: '1.2.0',
    chapters: [{ startTime: 1.5, title: 'The loaf <of> bread' }],
  })
  const picture = await opened(saved.address!.replace('.xml', '/cover.jpg'))
  expect(picture.headers.get('content-type')).toBe('image/jpeg')
  // Apps ask every few minutes: what they have is not sent again.
  const etag = answer.headers.get('etag')!
  expect((await opened(saved.address!, { headers: { 'if-none-match': etag } })).status).toBe(304)
  await save({ isOn: false })
  expect((await opened(saved.address!)).status).toBe(404)
})

test('a private podcast is heard with its address alone, which ends when another one is made', async () => {
  const { church, video, libraryId, save } = await aSeries({ visibility: 'private' })
  const elsewhere = await church.staff.videoLibraries.create({ name: 'Board' })
  const secret = await aVideo(church, { title: 'Minutes', visibility: 'private', libraryId: elsewhere.id })
  await church.staff.videos.setAudio({ id: secret.id, uploadId: await uploadAudio(church) })
  await expect(church.staff.podcasts.renewAddress({ id: libraryId })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await save({ isOn: true, isPrivate: true })).address).toBeNull()
  const { address } = await church.staff.podcasts.renewAddress({ id: libraryId })
  const answer = await opened(address)
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  const xml = await answer.text()
  expect(xml).toContain('<itunes:block>yes<')
  const feed = parseFeed(xml)!
  expect(feed.items.map(({ title }) => title)).toEqual([video.title])
  const { url } = feed.items[0]!.enclosure as { url: string }
  expect((await opened(url)).status).toBe(200)
  const token = new URL(url).searchParams.get('feed')!
  const church_ = await slugOf(church)
  for (const path of [
    `/media/${video.publicId}/audio.m4a`,
    `/media/${video.publicId}/audio.m4a?feed=guessed`,
    // The token of one library opens no other one.
    `/media/${secret.publicId}/audio.m4a?feed=${token}`,
    `/podcast/${church_}/sermons.xml`,
    `/podcast/${church_}/sermons.xml?feed=guessed`,
    `/podcast/${church_}/sermons/cover.jpg`,
  ])
    expect((await opened(`http://x${path}`)).status, path).toBe(404)
  const next = await church.staff.podcasts.renewAddress({ id: libraryId })
  expect((await opened(address)).status).toBe(404)
  expect((await opened(url)).status).toBe(404)
  expect((await opened(next.address)).status).toBe(200)
  expect((await save({ isOn: false })).hasPrivateAddress).toBe(false)
  expect((await opened(next.address)).status).toBe(404)
})

test('the audio of a video is an MP3 or an M4A by its bytes, and of two who save a podcast the second is told', async () => {
  const { church, video, libraryId, save } = await aSeries()
  await expect(uploadAudio(church, new Uint8Array(9), 'talk.wav')).rejects.toThrow('Please choose an MP3 or M4A file.')
  await expect(uploadAudio(church, new TextEncoder().encode('<script>'.repeat(20)), 'talk.mp3')).rejects.toThrow(
    'The file is called .mp3, but its content is no audio.',
  )
  expect((await church.staff.videos.get({ id: video.id })).audio).toMatchObject({ name: 'sermon.m4a' })
  expect((await church.staff.videos.removeAudio({ id: video.id })).audio).toBeNull()
  expect((await church.staff.podcasts.get({ id: libraryId })).episodes).toBe(0)
  await save({ title: 'Mine' })
  const { version, ...podcast } = await church.staff.podcasts.get({ id: libraryId })
  await expect(church.staff.podcasts.update({ ...podcast, version: version - 1 })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('the cover of a library that is deleted goes with the next night, and no other picture', async () => {
  const { church, video, libraryId, save } = await aSeries({ pictureIds: [] })
  const fileId = await uploadThumbnail(church)
  await church.staff.videos.addPicture({ id: video.id, fileId })
  // The picture of a video is no cover: it would go with the next one.
  await expect(save({ pictureId: fileId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const pictureId = await cover(church)
  await save({ pictureId })
  const { id: moveTo } = await church.staff.videoLibraries.create({ name: 'Elsewhere' })
  await church.staff.videoLibraries.remove({ id: libraryId, moveTo })
  const left = () =>
    query('select id from files where client_id = $1 and purpose = $2 and expires_at is null', [church.id, 'thumbnail'])
  expect(await left()).toHaveLength(2)
  await church.inside(letGoOfCovers)
  expect(await left()).toEqual([{ id: fileId }])
})
