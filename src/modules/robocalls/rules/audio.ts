/** What a recording is, by its bytes. */
export interface Sound {
  type: 'audio/wav' | 'audio/mpeg'
  seconds: number
  /** Of WAV: the loudest sample, of 1. Null where it can't be told without decoding. */
  peak: number | null
}

/** Longest recording that is played, in seconds, and its largest file. */
export const MOST_SECONDS = 120
export const MOST_BYTES = 10 * 1024 * 1024
/** Softer than this, nobody hears anything. */
const SILENCE = 0.01

/** @returns the sound, or a sentence for the member who brought the file */
export function readSound(bytes: Uint8Array): Sound | string {
  const sound = readWav(bytes) ?? readMp3(bytes)
  if (!sound) return 'Please choose a WAV or MP3 file. Other kinds can’t be played by the phone company.'
  if (sound.seconds < 1) return 'This recording is shorter than a second.'
  if (sound.seconds > MOST_SECONDS)
    return `This recording takes ${lengthText(sound.seconds)}. A call can play ${lengthText(MOST_SECONDS)} at most.`
  if (sound.peak !== null && sound.peak < SILENCE)
    return 'This recording is silent. Check the microphone and record it again.'
  return sound
}

/** 2:05 */
const lengthText = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

/** PCM of 8, 16, 24 or 32 bits, and the A-law and µ-law of telephones. */
function readWav(bytes: Uint8Array): Sound | undefined {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WAVE') return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let format: { code: number; rate: number; bits: number; perSecond: number } | undefined
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = text(bytes, at, at + 4)
    const size = view.getUint32(at + 4, true)
    if (name === 'fmt ' && at + 24 <= bytes.length)
      format = {
        code: view.getUint16(at + 8, true),
        rate: view.getUint32(at + 12, true),
        perSecond: view.getUint32(at + 16, true),
        bits: view.getUint16(at + 22, true),
      }
    if (name === 'data' && format && format.perSecond > 0) {
      // A header that promises more than there is counts for what is there.
      const end = Math.min(at + 8 + size, bytes.length)
      const seconds = (end - at - 8) / format.perSecond
      return { type: 'audio/wav', seconds, peak: peakOf(view, at + 8, end, format) }
    }
    at += 8 + size + (size % 2)
  }
}

function peakOf(view: DataView, from: number, end: number, { code, bits }: { code: number; bits: number }) {
  if (code !== 1 && code !== 65_534) return null
  let peak = 0
  if (bits === 16) {
    for (let at = from; at + 1 < end; at += 2) peak = Math.max(peak, Math.abs(view.getInt16(at, true)))
    return peak / 32_768
  }
  if (bits === 8) {
    for (let at = from; at < end; at++) peak = Math.max(peak, Math.abs(view.getUint8(at) - 128))
    return peak / 128
  }
  return null
}

const bitRates: Record<string, number[]> = {
  '1': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const sampleRates: Record<number, number[]> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8_000],
}

/** MPEG audio, layer III: its frames are counted (ISO/IEC 11172-3, 13818-3). */
function readMp3(bytes: Uint8Array): Sound | undefined {
  let at = 0
  if (text(bytes, 0, 3) === 'ID3' && bytes.length > 10)
    at = 10 + ((bytes[6]! << 21) | (bytes[7]! << 14) | (bytes[8]! << 7) | bytes[9]!)
  let [seconds, frames] = [0, 0]
  while (at + 4 <= bytes.length) {
    const frame = frameAt(bytes, at)
    if (!frame) break
    seconds += frame.samples / frame.rate
    frames++
    at += frame.size
  }
  // One frame may be chance.
  return frames < 3 ? undefined : { type: 'audio/mpeg', seconds, peak: null }
}

function frameAt(bytes: Uint8Array, at: number) {
  const [a, b, c] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!]
  if (a !== 0xff || (b & 0xe0) !== 0xe0) return
  const version = (b >> 3) & 3
  if (version === 1 || ((b >> 1) & 3) !== 1) return
  const kbits = bitRates[version === 3 ? '1' : '2']![c >> 4]
  const rate = sampleRates[version]?.[(c >> 2) & 3]
  if (!kbits || !rate) return
  const samples = version === 3 ? 1_152 : 576
  const size = Math.floor(((samples / 8) * kbits * 1_000) / rate) + ((c >> 1) & 1)
  return size > 4 ? { samples, rate, size } : undefined
}
