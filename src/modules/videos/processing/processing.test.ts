import { readdirSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { expect, test } from 'vitest'
import { env } from '#kernel/env.ts'
import { outerJob } from '#kernel/run.ts'
import { aChurch } from '#testing/church.ts'
import { anotherClip, aVideo, clip, uploadFilm } from '#testing/videos.ts'
import { type Probed, whyNotPlayable } from './rules.ts'
import { probeFilm } from './service/probe.ts'
import { failProcessing, processUpload } from './service.ts'

/** The clip in another container, its packets as they are. */
async function inContainer(format: Mp4OutputFormat): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(clip), formats: ALL_FORMATS })
  const output = new Output({ format, target: new BufferTarget() })
  await (await Conversion.init({ input, output })).execute()
  return new Uint8Array(output.target.buffer!)
}

async function probe(content: Uint8Array): Promise<Probed> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'lampstand-probe-')), 'film')
  writeFileSync(file, content)
  return probeFilm({ path: file })
}

test('container, duration, size and codecs are read, and whether the index is at the end', async () => {
  const slow = await probe(await inContainer(new Mp4OutputFormat({ fastStart: false })))
  expect(slow).toEqual({
    container: 'mp4',
    durationMs: 2_939,
    width: 160,
    height: 90,
    videoCodec: 'vp8',
    audioCodec: 'opus',
    startsSlowly: true,
  })
  const fast = await probe(await inContainer(new Mp4OutputFormat({ fastStart: 'in-memory' })))
  expect(fast).toMatchObject({ container: 'mp4', startsSlowly: false })
  expect(await probe(await inContainer(new MovOutputFormat({ fastStart: 'in-memory' })))).toMatchObject({
    container: 'mov',
  })
  expect(await probe(Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'))).toMatchObject({
    container: 'avi',
    durationMs: null,
  })
})

test('what is damaged is refused with a sentence', async () => {
  const mp4 = await inContainer(new Mp4OutputFormat({ fastStart: false }))
  for (const content of [
    new Uint8Array(),
    clip.subarray(0, 300),
    mp4.subarray(0, mp4.length - 500),
    Buffer.alloc(5_000, 7),
  ])
    await expect(probe(content)).rejects.toMatchObject({ name: 'UnreadableFile' })
})

test('which films browsers play, and what is said of the others', () => {
  const film: Probed = {
    container: 'mp4',
    durationMs: 1,
    width: 1,
    height: 1,
    videoCodec: 'avc',
    audioCodec: 'aac',
    startsSlowly: false,
  }
  expect(whyNotPlayable(film)).toBeUndefined()
  expect(whyNotPlayable({ ...film, container: 'mov', audioCodec: null })).toBeUndefined()
  expect(whyNotPlayable({ ...film, container: 'webm', videoCodec: 'vp9', audioCodec: 'opus' })).toBeUndefined()
  const EXPORT = 'Please export it as MP4 with H.264 and upload that file.'
  expect(whyNotPlayable({ ...film, container: 'avi' })).toBe(`Browsers don’t play AVI files. ${EXPORT}`)
  expect(whyNotPlayable({ ...film, videoCodec: 'hevc' })).toBe(`Browsers don’t play H.265 (HEVC). ${EXPORT}`)
  expect(whyNotPlayable({ ...film, container: 'mov', videoCodec: 'prores' })).toContain('ProRes')
  expect(whyNotPlayable({ ...film, videoCodec: 'unknown' })).toContain('the video format of this file')
  expect(whyNotPlayable({ ...film, audioCodec: 'ac3' })).toContain('the sound of this file')
})

test('an AVI needs conversion, a damaged film failed, and neither is sent to anyone', async () => {
  const grace = await aChurch()
  const avi = await aVideo(
    grace,
    {},
    Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'), Buffer.alloc(70_000)]),
  ).catch((error: Error) => error.message)
  // The name says WEBM.
  expect(avi).toContain('The file is called .webm, but its content is AVI.')
  const { id: libraryId } = (await grace.staff.videoLibraries.list({})).items[0]!
  const content = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI LIST', 'latin1'), Buffer.alloc(70_000)])
  const uploadId = await uploadFilm(grace, content, 'easter.avi')
  const { id, publicId } = await grace.staff.videos.create({ title: 'Easter', libraryId, uploadId })
  await grace.settle()
  expect(await grace.staff.videos.get({ id })).toMatchObject({
    state: 'needs_conversion',
    stage: null,
    problem: 'Browsers don’t play AVI files. Please export it as MP4 with H.264 and upload that file.',
  })
  expect(await grace.visitor.publicVideos.playback({ video: publicId })).toMatchObject({ source: null, download: null })
  const damaged = await aVideo(grace, {}, clip.subarray(0, 300))
  expect(damaged).toMatchObject({ state: 'failed', problem: 'This file has no video in it.' })
  expect(await grace.viewer.videos.summary({})).toMatchObject({ videos: 0 })
})

test('a worker that is killed at any point leaves nothing behind, and the next one does it again', async () => {
  const grace = await aChurch()
  const { id: libraryId } = await grace.staff.videoLibraries.create({ name: 'Sermons' })
  const uploadId = await uploadFilm(grace, anotherClip())
  const { id } = await grace.staff.videos.create({ title: 'Easter', libraryId, uploadId })
  const stored = () => readdirSync(path.join(env.dataDir, 'uploads', grace.id)).length
  const before = stored()
  const work = { videoId: id, run: 1 }
  // The transactions of a task are its only effects: it dies before the first, between the two, and before the second commits.
  for (const point of [1, 2]) {
    const ctx = outerJob(grace.id, 'videos.process', 'killed')
    let opened = 0
    const tx: typeof ctx.tx = async inner => {
      if (++opened === point) throw new Error('killed')
      return ctx.tx(inner)
    }
    await expect(processUpload({ ...ctx, tx }, work)).rejects.toThrow('killed')
    expect((await grace.staff.videos.get({ id })).state).toBe('processing')
  }
  await processUpload(outerJob(grace.id, 'videos.process', 'next'), work)
  expect(await grace.staff.videos.get({ id })).toMatchObject({ state: 'ready', stage: null })
  expect(stored()).toBe(before)
})

test('processing is canceled, tried again, and given up with a sentence; what comes late changes nothing', async () => {
  const grace = await aChurch()
  const { id: libraryId } = await grace.staff.videoLibraries.create({ name: 'Sermons' })
  const uploadId = await uploadFilm(grace, anotherClip())
  const { id } = await grace.staff.videos.create({ title: 'Easter', libraryId, uploadId })
  await expect(grace.staff.videos.retry({ id })).rejects.toMatchObject({ message: 'This video is being processed.' })
  expect(await grace.staff.videos.cancelProcessing({ id })).toMatchObject({
    state: 'failed',
    problem: 'Processing was canceled. Try again to make this video playable.',
  })
  await grace.settle()
  expect((await grace.staff.videos.get({ id })).state).toBe('failed')
  const { state } = await grace.staff.videos.retry({ id })
  expect(state).toBe('processing')
  await grace.inside(ctx => failProcessing(ctx, { videoId: id, run: 2 }))
  expect((await grace.staff.videos.get({ id })).problem).toBe('')
  await grace.inside(ctx => failProcessing(ctx, { videoId: id, run: 3 }))
  expect((await grace.staff.videos.get({ id })).problem).toContain('because of a problem on the server')
  await grace.staff.videos.retry({ id })
  await grace.settle()
  expect((await grace.staff.videos.get({ id })).state).toBe('ready')
})
