import { execFile, spawn } from 'node:child_process'
import path from 'node:path'
import { env } from '#kernel/env.ts'
import { assertOutsideTransaction } from '#kernel/run.ts'

/** What a file is, which the program is told rather than left to guess: a playlist that is called AVI opens nothing. */
export type Container = 'mp4' | 'mov' | 'webm' | 'mkv' | 'avi'
const demuxers: Record<Container, string> = { mp4: 'mov', mov: 'mov', webm: 'matroska', mkv: 'matroska', avi: 'avi' }

export interface Source {
  path: string
  container: Container
  /** Milliseconds; null: unknown, and progress with it. */
  durationMs: number | null
}

export interface Running {
  /** Whole percent, a few times a second. */
  onProgress?: (percent: number) => void
  /** Ends the program at once; the promise is rejected. */
  signal?: AbortSignal
}

/** The program said no: its last words, for the log. */
export class NotConverted extends Error {}

let looked: { at: number; version: Promise<string | undefined> } | undefined

/** The version of ffmpeg on this server; undefined where there is none, or where FFMPEG is off. Asked at most once a minute. */
export function converterVersion(): Promise<string | undefined> {
  if (!env.ffmpeg) return Promise.resolve(undefined)
  if (!looked || Date.now() - looked.at > 60_000) looked = { at: Date.now(), version: askVersion() }
  return looked.version
}

const askVersion = () =>
  new Promise<string | undefined>(resolve => {
    execFile('ffmpeg', ['-version'], { timeout: 5_000 }, (error, stdout) =>
      resolve(error ? undefined : (/^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? 'unknown')),
    )
  })

/** H.264 and AAC in an MP4 whose index is at its beginning, at most `height` pixels high: every browser plays it. */
export const toFilm = (source: Source, to: string, height: number, running: Running = {}): Promise<void> =>
  run(source, [...picture(height), ...sound, '-movflags', '+faststart', '-f', 'mp4', to], running)

/** AAC alone, as podcast apps play it. */
export const toAudio = (source: Source, to: string, running: Running = {}): Promise<void> =>
  run(source, ['-vn', ...sound, '-movflags', '+faststart', '-f', 'ipod', to], running)

/**
 * A size for HTTP Live Streaming (RFC 8216): one fragmented MP4 beside a playlist of its byte ranges. Both are written to
 * `directory` as `{height}.mp4` and `{height}.m3u8`.
 */
export function toStream(source: Source, directory: string, height: number, running: Running = {}): Promise<void> {
  const at = (ending: string) => path.join(directory, `${height}.${ending}`)
  // Pieces begin at whole pictures, so every one has one every two seconds.
  const pieces = ['-force_key_frames', 'expr:gte(t,n_forced*2)', '-hls_time', '6', '-hls_playlist_type', 'vod']
  const single = ['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file', '-hls_segment_filename', at('mp4')]
  return run(source, [...picture(height), ...sound, ...pieces, '-f', 'hls', ...single, at('m3u8')], running)
}

/** A picture of the film at a moment, as JPEG. */
export const toPicture = (source: Source, to: string, atMs: number): Promise<void> =>
  run(source, ['-frames:v', '1', '-vf', 'scale=min(1280\\,iw):-2', '-q:v', '4', '-f', 'mjpeg', to], {}, atMs)

/** Never larger than it is, with sides that are even, as H.264 asks for. */
const picture = (height: number) => {
  const taken = ['-map', '0:v:0', '-vf', `scale=-2:min(${height}\\,trunc(ih/2)*2)`]
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p']
  return taken.concat(coded, ['-maxrate', `${height * 5}k`, '-bufsize', `${height * 10}k`])
}
const sound = ['-map', '0:a:0?', '-c:a', 'aac', '-b:a', '128k', '-ac', '2']

/** In the background of everything else on this machine, with no access to a network, whatever the file names in it. */
function run({ path: from, container, durationMs }: Source, to: string[], running: Running, atMs = 0): Promise<void> {
  assertOutsideTransaction('the converter')
  const seek = atMs > 0 ? ['-ss', (atMs / 1_000).toFixed(3)] : []
  const input = ['-protocol_whitelist', 'file', '-f', demuxers[container], ...seek, '-i', `file:${from}`]
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'info', '-nostats', '-y']
  const said = ['-map_metadata', '-1', '-progress', 'pipe:1']
  const { signal, onProgress } = running
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '10', 'ffmpeg', ...quiet, ...input, ...said, ...to], {
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal, killSignal: 'SIGKILL' }),
    })
    let words = ''
    // What no header says, the program finds: an AVI's length.
    let length = durationMs
    child.stderr.on('data', text => {
      words = `${words}${text}`.slice(-4_000)
      length ??= lengthIn(words)
    })
    child.stdout.on('data', text => {
      const done = [...String(text).matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
      if (done && length) onProgress?.(Math.min(99, Math.floor(Number(done) / 10 / length)))
    })
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve() : reject(new NotConverted(words.trim() || `ended with ${code}`))))
  })
}

/** `Duration: 00:12:30.50` in milliseconds. */
function lengthIn(words: string): number | null {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d\.\d+)/.exec(words) ?? []
  return hours ? ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 : null
}
