import { open } from 'node:fs/promises'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { UnreadableFile } from '#files/reading/rules.ts'
import type { Probed } from '../rules.ts'

const UNREADABLE = 'This video can’t be read. The file may be damaged. Please export it again and upload that file.'
const NO_VIDEO = 'This file has no video in it.'

/** What is in the file of a video, by its header and its index. Runs in a thread: work/probe.ts. */
export async function probeFilm({ path }: { path: string }): Promise<Probed> {
  if (await isAvi(path)) return avi
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  if (!(await input.canRead().catch(refuse))) throw new UnreadableFile(UNREADABLE)
  const container = containers[(await input.getFormat()).name]
  if (!container) throw new UnreadableFile(UNREADABLE)
  const video = await input.getPrimaryVideoTrack().catch(refuse)
  if (!video) throw new UnreadableFile(NO_VIDEO)
  const audio = await input.getPrimaryAudioTrack().catch(refuse)
  const duration = await input.computeDuration().catch(refuse)
  // A file that was cut off has no picture that is whole.
  if (!Number.isFinite(duration) || duration <= 0) throw new UnreadableFile(UNREADABLE)
  return {
    container,
    durationMs: Math.round(duration * 1_000),
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    videoCodec: (await video.getCodec()) ?? 'unknown',
    audioCodec: audio ? ((await audio.getCodec()) ?? 'unknown') : null,
    startsSlowly: (container === 'mp4' || container === 'mov') && (await endsWithIndex(path)),
  }
}

const refuse = () => {
  throw new UnreadableFile(UNREADABLE)
}

const containers: Record<string, Probed['container']> = {
  MP4: 'mp4',
  'QuickTime File Format': 'mov',
  WebM: 'webm',
  Matroska: 'mkv',
}

const avi: Probed = {
  container: 'avi',
  durationMs: null,
  width: null,
  height: null,
  videoCodec: null,
  audioCodec: null,
  startsSlowly: false,
}

async function isAvi(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(12), 0, 12, 0)
    return /^RIFF.{4}AVI $/s.test(buffer.toString('latin1'))
  } finally {
    await handle.close()
  }
}

/** Whether the box with the pictures comes before the one that says where they are; boxes are walked, not read. */
async function endsWithIndex(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { size: whole } = await handle.stat()
    const head = Buffer.alloc(16)
    for (let at = 0, boxes = 0; at + 8 <= whole && boxes < 1_000; boxes++) {
      await handle.read(head, 0, 16, at)
      const name = head.toString('latin1', 4, 8)
      if (name === 'moov') return false
      if (name === 'mdat') return true
      const short = head.readUInt32BE(0)
      const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short
      if (size < 8) return false
      at += size
    }
    return false
  } finally {
    await handle.close()
  }
}
