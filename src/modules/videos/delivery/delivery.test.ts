import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { fileById } from '#files/service.ts'
import { clock, days, hours, seconds } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aBrowser, slugOf, somebody } from '#testing/portal.ts'
import { aVideo, clip, uploadThumbnail } from '#testing/videos.ts'
import { aServer } from '#testing/web.ts'
import { videos } from '../tables.ts'
import { canWatch } from './service/access.ts'
import { sendBytes } from './service/bytes.ts'
import { grantFor, type Viewer, viewerOf } from './service/grants.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
const change = async (grace: Church, id: string, changes: object) =>
  grace.staff.videos.update({ id, version: (await grace.staff.videos.get({ id })).version, ...changes })

test('who may watch: every visibility against every viewer, in and out of the trash', async () => {
  const [grace, hope] = [await aChurch(), await aChurch('Hope Chapel')]
  const { id, libraryId } = await aVideo(grace)
  const [named, other] = [
    await somebody(grace, 'Ann', 'ann@example.org'),
    await somebody(grace, 'Bob', 'bob@example.org'),
  ]
  await grace.staff.videos.setPeople({ id, personIds: [named.id] })
  const shares = []
  for (let count = 0; count < 3; count++) shares.push(await grace.staff.videoShares.create({ videoId: id, days: 1 }))
  await grace.staff.videoShares.revoke({ id: shares[1]!.id })
  const elsewhere = await grace.staff.videoShares.create({ videoId: (await aVideo(grace)).id })
  const gone = await grace.addMember('volunteer')
  const membership = (await grace.owner.members.list({})).items.find(({ userId }) => userId === gone.id)
  await grace.owner.members.remove({ id: membership!.id })
  const viewers: Record<string, Viewer> = {
    visitor: { kind: 'visitor' },
    viewer: { kind: 'member', id: grace.people.viewer.id },
    removed: { kind: 'member', id: gone.id },
    stranger: { kind: 'member', id: hope.people.owner.id },
    named: { kind: 'person', id: named.id },
    other: { kind: 'person', id: other.id },
    link: { kind: 'share', id: shares[0]!.id },
    revoked: { kind: 'share', id: shares[1]!.id },
    elsewhere: { kind: 'share', id: elsewhere.id },
  }
  const watching = (visibility: 'public' | 'unlisted' | 'private', deletedAt: Date | null = null) =>
    grace.inside(async ctx => {
      const may: string[] = []
      for (const [name, viewer] of Object.entries(viewers))
        if (await canWatch(ctx, { id, visibility, deletedAt, libraryId }, viewer)) may.push(name)
      return may
    })
  expect(await watching('public')).toEqual(Object.keys(viewers))
  expect(await watching('unlisted')).toEqual(Object.keys(viewers))
  expect(await watching('private')).toEqual(['viewer', 'named', 'link'])
  for (const visibility of ['public', 'unlisted', 'private'] as const)
    expect(await watching(visibility, clock.now())).toEqual(['viewer'])
  clock.advance(days(1))
  expect(await watching('private')).toEqual(['viewer', 'named'])
})

test('the film, its thumbnail, its captions and its views obey the same rule', async () => {
  const grace = await aChurch()
  const { send } = await aServer()
  const video = await aVideo(grace, { pictureIds: [await uploadThumbnail(grace)], downloadable: true })
  const { id } = video
  await grace.staff.videoCaptions.create({ videoId: id, language: 'en', cues: [{ startMs: 0, endMs: 9, text: 'Hi' }] })
  const open = await grace.visitor.publicVideos.playback({ video: video.publicId })
  const parts = [open.source!.address, open.poster!, open.captions[0]!.address, open.download!]
  const statuses = () => Promise.all(parts.map(async part => (await send(part)).status))
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const report = () =>
    send(open.viewsAddress, {
      method: 'POST',
      body: '{"seconds":1,"positionMs":1}',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
    })
  expect((await report()).status).toBe(204)
  await change(grace, id, { visibility: 'private' })
  expect(await statuses()).toEqual([404, 404, 404, 404])
  expect((await report()).status).toBe(404)
  await expect(grace.visitor.publicVideos.playback({ video: video.publicId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const member = await grace.viewer.videos.playback({ id })
  expect((await send(member.source!.address)).status).toBe(200)
  await change(grace, id, { visibility: 'public', downloadable: false })
  expect(await statuses()).toEqual([200, 200, 200, 404])
  for (const guessed of [
    `/media/${'A'.repeat(22)}/file`,
    '/media/1/file',
    `/media/${id}/file`,
    `/media/${video.publicId}/files`,
  ])
    expect((await send(guessed)).status, guessed).toBe(404)
})

test('an address ends with the visibility it was given out for, after an hour, and with its last character changed', async () => {
  const grace = await aChurch()
  const { send } = await aServer()
  const { id } = await aVideo(grace, { visibility: 'private' })
  const given = async () => (await grace.viewer.videos.playback({ id })).source!.address
  const status = async (at: string) => (await send(at)).status
  const first = await given()
  expect(await status(first)).toBe(200)
  expect(await status(`${first.slice(0, -1)}${first.endsWith('0') ? '1' : '0'}`)).toBe(404)
  expect(await status(first.split('?')[0]!)).toBe(404)
  await change(grace, id, { visibility: 'public' })
  await change(grace, id, { visibility: 'private' })
  expect(await status(first)).toBe(404)
  const second = await given()
  clock.advance(hours(1) - seconds(5))
  expect(await status(second)).toBe(200)
  clock.advance(seconds(10))
  expect(await status(second)).toBe(404)
  const third = await given()
  await grace.staff.videos.remove({ id })
  expect(await status(third)).toBe(404)
})

test('a right belongs to one video, and names who has it', () => {
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()]
  const person: Viewer = { kind: 'person', id: crypto.randomUUID() }
  const grant = grantFor({ id: one, epoch: 1 }, person)
  expect(viewerOf({ id: one, epoch: 1 }, grant)).toEqual(person)
  for (const video of [
    { id: other, epoch: 1 },
    { id: one, epoch: 2 },
  ])
    expect(viewerOf(video, grant)).toEqual({ kind: 'visitor' })
  for (const forged of [undefined, '', 'm', grant.replace(/^p/, 'm'), `${grant}0`, grant.replace(person.id, other)])
    expect(viewerOf({ id: one, epoch: 1 }, forged)).toEqual({ kind: 'visitor' })
})

test('parts of a film: ranges, their ends, what can’t be satisfied, and what is known already', async () => {
  const grace = await aChurch()
  const { send } = await aServer()
  const { publicId } = await aVideo(grace, {}, clip)
  const get = async (headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await send(`/media/${publicId}/file`, { method, headers })
    return { answer, status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
  }
  const whole = await get()
  expect(whole.body.equals(clip)).toBe(true)
  expect(Object.fromEntries(whole.answer.headers)).toMatchObject({
    'content-type': 'video/webm',
    'accept-ranges': 'bytes',
    'content-length': `${clip.length}`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  const range = async (asked: string, more = {}) => {
    const { answer, status, body } = await get({ range: asked, ...more })
    return [status, answer.headers.get('content-range'), body.length]
  }
  const size = clip.length
  expect(await range('bytes=0-0')).toEqual([206, `bytes 0-0/${size}`, 1])
  expect((await get({ range: 'bytes=100-199' })).body.equals(clip.subarray(100, 200))).toBe(true)
  expect(await range('bytes=-500')).toEqual([206, `bytes ${size - 500}-${size - 1}/${size}`, 500])
  expect(await range(`bytes=${size - 1}-${size + 99}`)).toEqual([206, `bytes ${size - 1}-${size - 1}/${size}`, 1])
  for (const beyond of ['bytes=999999999-', `bytes=${size}-`, 'bytes=-0'])
    expect(await range(beyond), beyond).toEqual([416, `bytes */${size}`, 0])
  for (const odd of ['bytes=0-1,3-4', 'pages=1-2', 'bytes=-']) expect((await range(odd))[0], odd).toBe(200)
  const etag = whole.answer.headers.get('etag')!
  expect(await range('bytes=0-9', { 'if-range': etag })).toEqual([206, `bytes 0-9/${size}`, 10])
  expect(await range('bytes=0-9', { 'if-range': '"another"' })).toEqual([200, null, size])
  expect((await get({ 'if-none-match': `"x", ${etag}` })).status).toBe(304)
  const head = await get({ range: 'bytes=0-9' }, 'HEAD')
  expect([head.status, head.answer.headers.get('content-length'), head.body.length]).toEqual([206, '10', 0])
})

test('a film that is on its way stops when it may no longer be watched', async () => {
  const grace = await aChurch()
  const { id } = await aVideo(grace, {}, clip)
  const [{ file }] = (await grace.inside(ctx =>
    ctx.db.select({ file: videos.fileId }).from(videos).where(eq(videos.id, id)),
  )) as [{ file: string }]
  const stored = await grace.inside(async ctx => fileById(ctx, file))
  const nothing = { isHead: false, range: undefined, ifRange: undefined, ifNoneMatch: undefined }
  let asked = 0
  const send = (mayGoOn: boolean) =>
    sendBytes({ ...stored, isOpen: false }, nothing, async () => {
      asked++
      return mayGoOn
    })
  const read = async (answer: Response) => {
    clock.advance(seconds(31))
    return (await answer.arrayBuffer()).byteLength
  }
  expect(await read(await send(true))).toBe(clip.length)
  expect(asked).toBe(1)
  await expect(read(await send(false))).rejects.toThrow('may no longer be watched')
})

test('a share link opens a private video until it expires or is revoked, with its password where it has one', async () => {
  const grace = await aChurch()
  const { send } = await aServer()
  const { id, publicId } = await aVideo(grace, { visibility: 'private' })
  const link = await grace.staff.videoShares.create({ videoId: id, days: 1 })
  expect(link.address).toContain(`/watch/${await slugOf(grace)}/${publicId}?share=${link.token}`)
  const open = (share: string, password?: string) =>
    grace.visitor.publicVideos.playback({ video: publicId, share, ...(password && { password }) })
  const { source } = await open(link.token)
  expect((await send(source!.address)).status).toBe(200)
  await expect(open('x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const locked = await grace.staff.videoShares.create({ videoId: id, password: 'mustard seed' })
  await expect(open(locked.token)).rejects.toMatchObject({ code: 'PASSWORD_NEEDED' })
  await expect(open(locked.token, 'mustard')).rejects.toMatchObject({
    message: 'That is not the password of this link.',
  })
  expect((await open(locked.token, 'mustard seed')).source).not.toBeNull()
  for (let count = 0; count < 20; count++) await open(locked.token, 'mustard seed')
  for (let count = 0; count < 9; count++) await open(locked.token, `guess ${count}`).catch(() => undefined)
  await expect(open(locked.token, 'mustard seed')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  const listed = (await grace.viewer.videoShares.list({ videoId: id })).items
  expect(listed.map(({ hasPassword }) => hasPassword)).toEqual([true, false])
  expect(JSON.stringify(listed)).not.toContain(link.token)
  await grace.staff.videoShares.revoke({ id: link.id })
  expect((await send(source!.address)).status).toBe(404)
  await expect(open(link.token)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('people who are named watch a private video by their portal, and nobody else there', async () => {
  const grace = await aChurch()
  const { send } = await aServer()
  const [ann] = [
    await somebody(grace, 'Ann', 'ann.private@example.org'),
    await somebody(grace, 'Bob', 'bob.private@example.org'),
  ]
  const { id, publicId } = await aVideo(grace, { visibility: 'private' })
  await grace.staff.videos.setPeople({ id, personIds: [ann.id] })
  const [hers, his, nobodys] = [await aBrowser(grace), await aBrowser(grace), await aBrowser(grace)]
  await hers.signIn('ann.private@example.org')
  await his.signIn('bob.private@example.org')
  const path = `/videos/${publicId}/playback`
  expect((await his.get(path)).status).toBe(404)
  expect((await nobodys.get(path)).status).toBe(401)
  const answer = await hers.get(path)
  expect(answer.status).toBe(200)
  const { source } = await answer.json()
  expect((await send(source.address)).status).toBe(200)
  await grace.staff.videos.setPeople({ id, personIds: [] })
  expect((await send(source.address)).status).toBe(404)
})
