import { MAX_PICTURES } from '../../rules/options.ts'

const WIDEST = 1_280
const QUALITY = 0.82
/** Where in the film, as shares of its length: the first seconds are often black or a countdown. */
const SHARES = [0.1, 0.3, 0.5, 0.75].slice(0, MAX_PICTURES)
const PATIENCE_MS = 15_000

/** What this browser can say of a film that someone chose. */
export interface Looked {
  isPlayable: boolean
  /** JPEG pictures of it; none where the browser can't decode it. */
  pictures: Blob[]
}

/** Opens the film here, on this device, and draws pictures of it. Never fails: a film nobody can look into has none. */
export async function lookInto(file: File): Promise<Looked> {
  const address = URL.createObjectURL(file)
  const video = document.createElement('video')
  Object.assign(video, { muted: true, preload: 'auto', playsInline: true, src: address })
  try {
    await happened(video, 'loadeddata')
    // HEVC opens in browsers without a decoder, with sound alone.
    if (video.videoWidth === 0) return { isPlayable: false, pictures: [] }
    const length = await lengthOf(video)
    const pictures: Blob[] = []
    for (const share of SHARES) pictures.push(...(await drawn(video, length * share)))
    return { isPlayable: true, pictures }
  } catch {
    return { isPlayable: false, pictures: [] }
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

/** What a browser recorded has no length in its header: it is known once the end was looked for. */
async function lengthOf(video: HTMLVideoElement): Promise<number> {
  if (Number.isFinite(video.duration)) return video.duration
  video.currentTime = 1e7
  await happened(video, 'seeked')
  return Number.isFinite(video.duration) ? video.duration : video.currentTime
}

async function drawn(video: HTMLVideoElement, seconds: number): Promise<Blob[]> {
  video.currentTime = seconds
  await happened(video, 'seeked')
  const scale = Math.min(1, WIDEST / video.videoWidth)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: Math.round(video.videoWidth * scale), height: Math.round(video.videoHeight * scale) })
  canvas.getContext('2d')!.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob ? [blob] : []
}

function happened(video: HTMLVideoElement, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (end: () => void) => () => {
      clearTimeout(timer)
      video.removeEventListener(event, well)
      video.removeEventListener('error', ill)
      end()
    }
    const well = stop(resolve)
    const ill = stop(() => reject(new Error('this film can not be read here')))
    const timer = setTimeout(ill, PATIENCE_MS)
    video.addEventListener(event, well)
    video.addEventListener('error', ill)
  })
}
