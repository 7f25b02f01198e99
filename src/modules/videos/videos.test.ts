import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { aChurch } from '#testing/church.ts'
import { anotherClip, aVideo, clip, uploadFilm, uploadThumbnail } from '#testing/videos.ts'
import { videos } from './tables.ts'

test('an upload becomes a video, once, and belongs to one church', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const { id: libraryId } = await grace.staff.videoLibraries.create({ name: 'Sermons' })
  const uploadId = await uploadFilm(grace, clip)
  const input = { uploadId, libraryId, title: ' Easter Sunday ', tags: ['Easter', ' easter', 'Hope  and Joy'] }
  const made = await grace.staff.videos.create(input)
  expect(made).toMatchObject({
    title: 'Easter Sunday',
    slug: 'easter-sunday',
    visibility: 'unlisted',
    state: 'processing',
    stage: 'queued',
    tags: ['easter', 'hope and joy'],
    durationMs: null,
    file: { name: 'easter.webm', size: clip.length },
  })
  expect((await grace.staff.videos.create(input)).id).toBe(made.id)
  await grace.settle()
  expect(await grace.staff.videos.get({ id: made.id })).toMatchObject({
    state: 'ready',
    stage: null,
    problem: '',
    durationMs: 2_939,
    file: { container: 'webm', videoCodec: 'vp8', audioCodec: 'opus', width: 160, height: 90 },
  })
  const ours = await hope.staff.videoLibraries.create({ name: 'Ours' })
  for (const call of [
    () => hope.staff.videos.get({ id: made.id }),
    () => hope.staff.videos.playback({ id: made.id }),
    () => hope.staff.videos.remove({ id: made.id }),
    () => hope.staff.videoShares.create({ videoId: made.id }),
    () => hope.staff.videoCaptions.list({ videoId: made.id }),
    () => hope.staff.videos.create({ ...input, libraryId: ours.id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await hope.staff.videos.list({})).items).toEqual([])
})

test('what is missing or too much is said at its field', async () => {
  const grace = await aChurch()
  const { id: libraryId } = await grace.staff.videoLibraries.create({ name: 'Sermons' })
  const uploadId = await uploadFilm(grace, anotherClip())
  const right = { title: 'Easter', libraryId, uploadId }
  const refused = (wrong: object) =>
    grace.staff.videos.create({ ...right, ...wrong }).then(
      () => 'made',
      error => error.data?.issues?.[0]?.message ?? error.message,
    )
  expect(await refused({ title: '  ' })).toBe('Title is required')
  expect(await refused({ title: 'x'.repeat(121) })).toBe('Please keep this under 120 characters')
  expect(await refused({ tags: ['x'.repeat(31)] })).toBe('A tag has at most 30 characters')
  expect(await refused({ tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) })).toBe('At most 20 tags')
  expect(await refused({ passage: '3 John 20' })).toBe('3 John has only 14 verses.')
  expect(await refused({ passage: 'the good one' })).toBe('Enter a Bible passage such as John 3:16-21')
  expect(await refused({ libraryId: uploadId })).toBe('This library no longer exists')
  expect(await refused({ sermonId: uploadId })).toBe('This sermon no longer exists')
  await expect(grace.viewer.videos.create(right)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the list is searched, filtered and sorted', async () => {
  const grace = await aChurch()
  const easter = await aVideo(grace, {
    title: 'He is risen',
    passage: 'Matthew 28:1-10',
    speaker: 'Ann Lee',
    tags: ['hope'],
  })
  const psalm = await aVideo(grace, {
    title: '100% faithful',
    passage: 'Ps 23',
    series: 'Psalms',
    visibility: 'public',
  })
  await grace.staff.videoCaptions.create({
    videoId: psalm.id,
    language: 'en',
    cues: [{ startMs: 0, endMs: 900, text: 'Green pastures' }],
  })
  const titles = async (filter: object) => (await grace.viewer.videos.list(filter)).items.map(({ title }) => title)
  expect(await titles({})).toEqual(['100% faithful', 'He is risen'])
  expect(await titles({ limit: 1, cursor: '1' })).toEqual(['He is risen'])
  for (const search of ['risen', 'ann lee', 'HOPE', 'matthew 28'])
    expect(await titles({ search }), search).toEqual(['He is risen'])
  for (const search of ['100%', 'psalms', 'green pas'])
    expect(await titles({ search }), search).toEqual(['100% faithful'])
  expect(await titles({ passage: 'Mt 28:6' })).toEqual(['He is risen'])
  expect(await titles({ passage: 'nothing' })).toEqual([])
  expect(await titles({ visibility: ['public'] })).toEqual(['100% faithful'])
  expect(await titles({ state: ['failed'] })).toEqual([])
  await grace.inside(ctx => ctx.db.update(videos).set({ views: 3, durationMs: 99_000 }))
  await aVideo(grace, { title: 'New' })
  expect(await titles({ sort: 'mostViewed', limit: 2 })).not.toContain('New')
  expect((await titles({ sort: 'longest' })).at(-1)).toBe('New')
  expect(await grace.viewer.videos.summary({})).toMatchObject({ videos: 3, views: 6 })
  const { csv } = await grace.owner.videos.export({ search: 'risen' })
  expect(csv).toContain('He is risen,Sermons,unlisted,ready,1:39,3,Matthew 28:1-10,Ann Lee')
  expect(csv).not.toContain('faithful')
  expect(easter.duplicates).toEqual([])
})

test('of two who edit at once the second is told, and a public address stays', async () => {
  const grace = await aChurch()
  const { id, version } = await aVideo(grace)
  const renamed = await grace.staff.videos.update({ id, version, title: 'Risen', visibility: 'public' })
  expect(renamed).toMatchObject({ title: 'Risen', slug: 'risen' })
  await expect(grace.owner.videos.update({ id, version, title: 'Late' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const again = await grace.staff.videos.update({ id, version: renamed.version, title: 'He is risen' })
  expect(again).toMatchObject({ title: 'He is risen', slug: 'risen' })
  expect(await aVideo(grace, { title: 'Risen' })).toMatchObject({ slug: 'risen-2' })
  const same = { startMs: 5, title: 'Twice' }
  await expect(grace.staff.videos.update({ id, version: again.version, chapters: [same, same] })).rejects.toMatchObject(
    { message: 'Two chapters start at the same time' },
  )
})

test('thumbnails come from the browser that uploads, one of them is chosen, and another can be uploaded', async () => {
  const grace = await aChurch()
  const pictureIds = [await uploadThumbnail(grace), await uploadThumbnail(grace)]
  const video = await aVideo(grace, { pictureIds })
  expect(video.pictures.map(({ chosen }) => chosen)).toEqual([true, false])
  const chosen = await grace.staff.videos.chooseThumbnail({ id: video.id, pictureId: video.pictures[1]!.id })
  expect(chosen.pictures.map(each => each.chosen)).toEqual([false, true])
  const other = await aVideo(grace)
  const theirs = { id: other.id, pictureId: video.pictures[0]!.id }
  await expect(grace.staff.videos.chooseThumbnail(theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(grace.staff.videos.addPicture({ id: other.id, fileId: pictureIds[0]! })).rejects.toMatchObject({
    message: 'This picture belongs to another video',
  })
  const hers = await uploadThumbnail(grace, 'owner')
  await expect(grace.staff.videos.addPicture({ id: other.id, fileId: hers })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  let full = chosen
  for (let count = 0; count < 3; count++)
    full = await grace.staff.videos.addPicture({ id: video.id, fileId: await uploadThumbnail(grace) })
  expect(full.pictures.map(each => each.chosen)).toEqual([false, false, false, true])
})

test('the trash keeps a video for 30 days; then its rows and its bytes are gone', async () => {
  const grace = await aChurch()
  const { id } = await aVideo(grace, { pictureIds: [await uploadThumbnail(grace)] })
  await grace.staff.videos.remove({ id })
  expect((await grace.staff.videos.list({})).items).toEqual([])
  expect((await grace.staff.videos.list({ deleted: true })).items).toMatchObject([{ id }])
  expect(await grace.staff.videos.summary({})).toMatchObject({ videos: 0 })
  expect(await grace.staff.videos.restore({ id })).toMatchObject({ id, state: 'ready' })
  await expect(grace.staff.videos.purge({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await grace.staff.videos.remove({ id })
  clock.advance(days(31))
  await grace.settle({ schedules: true })
  clock.advance(days(1))
  await grace.settle({ schedules: true })
  expect(await grace.inside(ctx => ctx.db.select({ id: videos.id }).from(videos))).toEqual([])
  expect(readdirSync(path.join(env.dataDir, 'uploads', grace.id))).toEqual([])
  expect(await grace.staff.videos.summary({})).toMatchObject({ storageUsed: 0 })
})

test('libraries have one name each, and are deleted once they are empty', async () => {
  const grace = await aChurch()
  const video = await aVideo(grace)
  const id = video.libraryId
  await expect(grace.staff.videoLibraries.create({ name: 'SERMONS' })).rejects.toMatchObject({
    message: 'Another library has this name',
  })
  const testimonies = await grace.staff.videoLibraries.create({ name: 'Testimonies', visibility: 'private' })
  await expect(
    grace.staff.videoLibraries.update({ id: testimonies.id, version: testimonies.version, name: 'Sermons' }),
  ).rejects.toMatchObject({ message: 'Another library has this name' })
  expect((await grace.viewer.videoLibraries.list({})).items).toMatchObject([
    { name: 'Sermons', videoCount: 1 },
    { name: 'Testimonies', videoCount: 0 },
  ])
  await expect(grace.staff.videoLibraries.remove({ id })).rejects.toMatchObject({
    message: 'This library has videos. Move them to another library first.',
  })
  await grace.staff.videos.remove({ id: video.id })
  await expect(grace.staff.videoLibraries.remove({ id })).rejects.toMatchObject({
    message: expect.stringContaining('Videos in the trash belong to this library.'),
  })
  await grace.staff.videoLibraries.remove({ id, moveTo: testimonies.id })
  expect(await grace.staff.videos.restore({ id: video.id })).toMatchObject({ libraryId: testimonies.id })
})
