/**
 * Takes out of a picture what a camera or program wrote beside it: place, time, device, thumbnails, comments (EXIF, XMP, IPTC).
 * Pixels, color profile and orientation stay as they are, byte by byte. What can't be read as a picture is left alone.
 */
export function withoutMetadata(picture: Uint8Array): Uint8Array {
  try {
    if (startsWith(picture, [0xff, 0xd8])) return joined(jpegParts(picture))
    if (startsWith(picture, [0x89, 0x50, 0x4e, 0x47])) return joined(pngParts(picture))
    if (text(picture, 0, 4) === 'RIFF' && text(picture, 8, 4) === 'WEBP') return webp(picture)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
  }
  return picture
}

class Unreadable extends Error {}

const startsWith = (bytes: Uint8Array, start: number[]) => start.every((byte, i) => bytes[i] === byte)
const text = (bytes: Uint8Array, at: number, length: number) => String.fromCharCode(...bytes.subarray(at, at + length))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** `length` bytes from `at`, all of which have to be there. */
function piece(bytes: Uint8Array, at: number, length: number): Uint8Array {
  if (length < 0 || at + length > bytes.length) throw new Unreadable()
  return bytes.subarray(at, at + length)
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const ascii = (words: string) => Uint8Array.from(words, sign => sign.charCodeAt(0))
const EXIF = 'Exif\0\0'

/** Segments up to the end of the image: what comes after it, such as a second picture or a film, goes too. */
function jpegParts(bytes: Uint8Array): Uint8Array[] {
  const parts = [piece(bytes, 0, 2)]
  let orientation = 1
  let at = 2
  while (bytes[at + 1] !== 0xd9) {
    const [sign, marker] = piece(bytes, at, 2)
    if (sign !== 0xff) throw new Unreadable()
    const length = 2 + viewOf(piece(bytes, at + 2, 2)).getUint16(0)
    const segment = piece(bytes, at, length)
    if (marker === 0xe1 && text(segment, 4, 6) === EXIF) orientation = orientationIn(segment.subarray(10))
    if (isKept(marker!, segment)) parts.push(segment)
    at += length
    if (marker !== 0xda) continue
    const end = scanEnd(bytes, at)
    parts.push(bytes.subarray(at, end))
    at = end
  }
  parts.push(piece(bytes, at, 2))
  if (orientation > 1) parts.splice(1, 0, exifSegment(orientation))
  return parts
}

/** All but APPn and comments; of those JFIF, the color profile and Adobe's color transform. */
function isKept(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xfe) return false
  if (marker < 0xe0 || marker > 0xef) return true
  return marker === 0xe0 || marker === 0xee || (marker === 0xe2 && text(segment, 4, 11) === 'ICC_PROFILE')
}

/** Where the compressed data ends: at the next marker that is neither stuffing nor a restart. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    const next = bytes[at + 1]!
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new Unreadable()
}

function exifSegment(orientation: number): Uint8Array {
  const tiff = tiffOf(orientation)
  const length = 2 + EXIF.length + tiff.length
  return joined([Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff), ascii(EXIF), tiff])
}

const ORIENTATION = 0x0112

/** The tag Orientation of a TIFF header's first directory; 1, which is upright, where there is none. */
function orientationIn(tiff: Uint8Array): number {
  const little = text(tiff, 0, 2) === 'II'
  if (tiff.length < 8 || (!little && text(tiff, 0, 2) !== 'MM')) return 1
  const view = viewOf(tiff)
  const directory = view.getUint32(4, little)
  if (directory + 2 > tiff.length) return 1
  const entries = view.getUint16(directory, little)
  for (let at = directory + 2; at < directory + 2 + 12 * entries && at + 12 <= tiff.length; at += 12) {
    const value = view.getUint16(at + 8, little)
    if (view.getUint16(at, little) === ORIENTATION) return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** A TIFF header whose only tag is Orientation. */
const tiffOf = (orientation: number) =>
  Uint8Array.of(
    0x4d,
    0x4d,
    0,
    0x2a,
    0,
    0,
    0,
    8,
    0,
    1,
    ORIENTATION >> 8,
    ORIENTATION & 0xff,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  )

const pngMetadata = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])

function pngParts(bytes: Uint8Array): Uint8Array[] {
  const parts = [piece(bytes, 0, 8)]
  let at = 8
  for (;;) {
    const length = viewOf(piece(bytes, at, 8)).getUint32(0)
    const name = text(bytes, at + 4, 4)
    if (!/^[a-z]{4}$/i.test(name)) throw new Unreadable()
    const chunk = piece(bytes, at, length + 12)
    if (!pngMetadata.has(name)) parts.push(chunk)
    if (name === 'IEND') return parts
    at += chunk.length
  }
}

/** Flags of the VP8X chunk that say which chunks follow. */
const [HAS_EXIF, HAS_XMP] = [0x08, 0x04]

function webp(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let orientation = 1
  let at = 12
  const end = Math.min(8 + viewOf(piece(bytes, 4, 4)).getUint32(0, true), bytes.length)
  while (at < end) {
    const length = viewOf(piece(bytes, at, 8)).getUint32(4, true)
    const name = text(bytes, at, 4)
    const chunk = piece(bytes, at, 8 + length + (length % 2))
    if (name === 'EXIF') {
      const prefix = text(chunk, 8, 6) === EXIF ? 6 : 0
      orientation = orientationIn(chunk.subarray(8 + prefix))
    } else if (name !== 'XMP ') parts.push(Uint8Array.from(chunk))
    at += chunk.length
  }
  const turned = orientation > 1
  const extended = parts.find(part => text(part, 0, 4) === 'VP8X')
  if (extended) extended[8] = (extended[8]! & ~(HAS_EXIF | HAS_XMP)) | (turned ? HAS_EXIF : 0)
  if (extended && turned) parts.push(joined([ascii('EXIF'), sizeOf(26), tiffOf(orientation)]))
  const content = joined([ascii('WEBP'), ...parts])
  return joined([ascii('RIFF'), sizeOf(content.length), content])
}

function sizeOf(length: number): Uint8Array {
  const size = new Uint8Array(4)
  viewOf(size).setUint32(0, length, true)
  return size
}
