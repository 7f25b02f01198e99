import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { env } from '#kernel/env.ts'
import { outerJob } from '#kernel/run.ts'
import { toFilm } from '#providers/converter/index.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'
import { aVideo, uploadAudio, uploadFilm } from '#testing/videos.ts'
import { aServer } from '#testing/web.ts'
import { processUpload } from '../processing/service.ts'
import { masterPlaylist, sizesFor, withAddress, withoutName } from './rules.ts'
import { convert, giveUp } from './service.ts'

/** Four seconds that no browser plays: MPEG-4 Part 2 and MP3 in an AVI, as old cameras write them. */
function anOldFilm(): Buffer {
  const to = path.join(mkdtempSync(path.join(tmpdir(), 'lampstand-avi-')), 'film.avi')
  const input = 'testsrc=size=640x480:rate=10:duration=4'
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=4', '-c:v', 'mpeg4', '-c:a', 'mp3', to]
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', input, ...sound])
  return readFileSync(to)
}

/** An AVI that was uploaded and read, and waits to be converted. */
async function waiting(content: Buffer = anOldFilm()) {
  const church = await aChurch()
  const { id: libraryId } = await church.staff.videoLibraries.create({ name: 'Archive' })
  const uploadId = await uploadFilm(church, content, 'easter.avi')
  const { id, publicId } = await church.staff.videos.create({
    title: 'Easter 1999',
    libraryId,
    uploadId,
    visibility: 'private',
  })
  const work = { videoId: id, run: 1 }
  const job = (name: string) => outerJob(church.id, 'videos.convert', name)
  await processUpload(job('read'), work, Promise.resolve(true))
  return { church, id, publicId, work, job }
}

const opened = async (address: string, headers: Record<string, string> = {}) =>
  (await aServer()).send(address, { headers })

test('sizes, and playlists whose addresses carry the right of their viewer', () => {
  expect([sizesFor(1_080), sizesFor(800), sizesFor(240), sizesFor(null)]).toEqual([
    [360, 720, 1_080],
    [360, 720],
    [360],
    [360, 720, 1_080],
  ])
  const made = '#EXTM3U\n#EXT-X-MAP:URI="360.mp4",BYTERANGE="9@0"\n#EXT-X-BYTERANGE:5@9\n360.mp4\n#EXT-X-ENDLIST\n'
  const kept = withoutName(made, 360)
  expect(kept).not.toContain('360.mp4')
  expect(withAddress(kept, '/media/x/sizes/1.mp4?t=g')).toBe(made.replaceAll('360.mp4', '/media/x/sizes/1.mp4?t=g'))
  const sizes = [720, 360].map(height => ({ id: `${height}`, height, bandwidth: height * 1_000 }))
  expect(masterPlaylist(sizes, { width: 1_280, height: 720 }, ({ id }) => id).split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    '#EXT-X-STREAM-INF:BANDWIDTH=468000,AVERAGE-BANDWIDTH=360000,RESOLUTION=640x360',
    '360',
    '#EXT-X-STREAM-INF:BANDWIDTH=936000,AVERAGE-BANDWIDTH=720000,RESOLUTION=1280x720',
    '720',
    '',
  ])
})

test('an AVI becomes a film that browsers play, in sizes for streaming, with pictures and its audio', async () => {
  const { church, id, work, job } = await waiting()
  expect(await church.staff.videos.get({ id })).toMatchObject({
    state: 'needs_conversion',
    stage: 'convert',
    problem: '',
  })
  await convert(job('first'), work)
  const video = await church.staff.videos.get({ id })
  expect(video).toMatchObject({ state: 'ready', stage: null, problem: '', audio: { name: 'Easter 1999.m4a' } })
  expect(video.pictures).toHaveLength(4)
  expect(Math.abs(video.durationMs! - 4_000)).toBeLessThan(200)
  const { source, stream } = await church.staff.videos.playback({ id })
  expect(source!.type).toBe('video/mp4')
  const film = Buffer.from(await (await opened(source!.address)).arrayBuffer())
  // Its index stands before its pictures.
  expect(film.indexOf('moov')).toBeLessThan(film.indexOf('mdat'))
  const list = await opened(stream!)
  expect(list.headers.get('content-type')).toContain('application/vnd.apple.mpegurl')
  const size = (await list.text()).split('\n').filter(line => line.startsWith('/'))
  expect(size).toHaveLength(1)
  const pieces = await (await opened(size[0]!)).text()
  const [, address, length] = /URI="([^"]+)",BYTERANGE="(\d+)@0"/.exec(pieces)!
  const head = await opened(address!, { range: `bytes=0-${Number(length) - 1}` })
  expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([206, Number(length)])
  // Private: none of it without the right in its address.
  for (const one of [stream!, size[0]!, address!]) expect((await opened(one.split('?')[0]!)).status).toBe(404)
  expect(existsSync(path.join(env.dataDir, 'converting', id))).toBe(false)
  // Deleted for good, all that was made of it goes too.
  await church.staff.videos.remove({ id })
  await church.staff.videos.purge({ id })
  expect(
    await query('select count(*)::int as left from files where client_id = $1 and expires_at is null', [church.id]),
  ).toEqual([{ left: 0 }])
})

test('a worker that is killed leaves the work to the next one; what is canceled is let go', async () => {
  const { church, id, work, job } = await waiting()
  const dying = job('killed')
  let opened = 0
  const tx: typeof dying.tx = async inner => {
    if (++opened === 4) throw new Error('killed')
    return dying.tx(inner)
  }
  await expect(convert({ ...dying, tx }, work)).rejects.toThrow('killed')
  expect((await church.staff.videos.get({ id })).state).toBe('needs_conversion')
  await convert(job('next'), work)
  expect((await church.staff.videos.get({ id })).state).toBe('ready')
  const other = await waiting()
  await other.church.staff.videos.cancelProcessing({ id: other.id })
  await convert(other.job('late'), other.work)
  await other.church.inside(ctx => giveUp(ctx, other.work))
  expect(await other.church.staff.videos.get({ id: other.id })).toMatchObject({
    state: 'failed',
    problem: 'Processing was canceled. Try again to make this video playable.',
  })
})

test('progress is known of a film whose header says no length', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'lampstand-progress-'))
  const [from, to] = ['film.avi', 'film.mp4'].map(name => path.join(directory, name)) as [string, string]
  writeFileSync(from, anOldFilm())
  const said: number[] = []
  const source = { path: from, container: 'avi', durationMs: null } as const
  await toFilm(source, to, 360, { onProgress: percent => said.push(percent) })
  expect(said.at(-1)).toBeGreaterThan(80)
  expect(Math.max(...said)).toBeLessThan(100)
})

test('a file that only says it is a film, or names others, is refused with a sentence', async () => {
  const header = Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1')
  const { church, id, work, job } = await waiting(
    Buffer.concat([header, Buffer.from('file:///etc/passwd\n'.repeat(4_000))]),
  )
  await convert(job('first'), work)
  expect(await church.staff.videos.get({ id })).toMatchObject({
    state: 'needs_conversion',
    stage: null,
    problem: expect.stringContaining('could not be converted'),
  })
})

test('the audio of a film that browsers play is cut out, and stays what someone uploaded', async () => {
  const church = await aChurch()
  const { id } = await aVideo(church)
  await convert(outerJob(church.id, 'videos.convert', 'audio'), { videoId: id, run: 1 })
  const video = await church.staff.videos.get({ id })
  expect(video).toMatchObject({ state: 'ready', stage: null, audio: { name: 'Easter Sunday.m4a' } })
  expect((await church.staff.videos.playback({ id })).stream).toBeNull()
  await church.staff.videos.setAudio({ id, uploadId: await uploadAudio(church) })
  await convert(outerJob(church.id, 'videos.convert', 'again'), { videoId: id, run: 1 })
  expect((await church.staff.videos.get({ id })).audio!.name).toBe('sermon.m4a')
})
