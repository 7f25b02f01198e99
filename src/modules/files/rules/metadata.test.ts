import { expect, test } from 'vitest'
import { cameraTiff, type PictureKind, photo, picture, pngChunk, riffChunk } from '#testing/pictures.ts'
import { withoutMetadata } from './metadata.ts'

const SECRET = 'GPS 30.2672 N 97.7431 W'
const words = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const kinds: PictureKind[] = ['jpeg', 'png', 'webp']

test.each(kinds)('a %s without metadata stays as it is, byte by byte', kind => {
  expect(withoutMetadata(picture(kind))).toEqual(picture(kind))
})

test('a photo loses what its camera wrote, and keeps pixels and color profile', () => {
  const taken = photo(SECRET)
  expect(words(taken)).toContain(SECRET)
  expect(withoutMetadata(taken)).toEqual(picture('jpeg'))
})

test.each([false, true])('a photo that lies on its side stays upright (little endian: %s)', littleEndian => {
  const clean = withoutMetadata(photo(SECRET, 6, { littleEndian }))
  expect(words(clean)).not.toContain('GPS')
  const exif = words(clean).indexOf('Exif\0\0')
  // The only tag: Orientation, a short, 6.
  expect([...clean.subarray(exif + 14, exif + 28)]).toEqual([0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0])
  expect(withoutMetadata(clean)).toEqual(clean)
})

test('what hangs behind a photo goes: a second picture, a film', () => {
  const film = Buffer.concat([picture('jpeg'), photo(SECRET), Buffer.from(`ftypmp4 ${SECRET}`)])
  expect(withoutMetadata(film)).toEqual(picture('jpeg'))
})

test('scans of a progressive photo stay, also with markers between them', () => {
  const clean = Buffer.from(picture('jpeg'))
  const scan = clean.indexOf(Buffer.of(0xff, 0xda))
  const more = Buffer.of(0xff, 0xda, 0, 4, 1, 2, 9, 9, 0xff, 0, 0xff, 0xd0, 8)
  const progressive = Uint8Array.from(Buffer.concat([clean.subarray(0, scan), more, clean.subarray(scan)]))
  expect(withoutMetadata(progressive)).toEqual(progressive)
})

test('a PNG loses its texts, time and EXIF, and what hangs behind it', () => {
  const clean = Buffer.from(picture('png'))
  const told = ['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'].map(name => pngChunk(name, Buffer.from(SECRET)))
  const png = Buffer.concat([clean.subarray(0, 33), ...told, clean.subarray(33), Buffer.from(SECRET)])
  expect(withoutMetadata(png)).toEqual(picture('png'))
})

test.each([1, 6])('a WebP loses EXIF and XMP; its orientation stays (%i)', orientation => {
  const webp = Buffer.from(picture('webp'))
  const exif = riffChunk('EXIF', cameraTiff(orientation, SECRET))
  const all = Buffer.concat([webp, exif, riffChunk('XMP ', Buffer.from(`${SECRET}!`))])
  all.writeUInt32LE(all.length - 8, 4)
  all[20]! |= 0x0c
  const clean = withoutMetadata(all)
  expect(words(clean)).not.toContain('GPS')
  expect(Buffer.from(clean).readUInt32LE(4)).toBe(clean.length - 8)
  if (orientation === 1) expect(clean).toEqual(picture('webp'))
  else expect([clean[20]! & 0x0c, words(clean).includes('EXIF')]).toEqual([0x08, true])
})

test('what is cut off or no picture at all is left alone', () => {
  for (const whole of [photo(SECRET, 6), picture('png'), picture('webp')])
    for (let length = 0; length < whole.length; length += 7)
      expect(() => withoutMetadata(whole.subarray(0, length))).not.toThrow()
  const text = new TextEncoder().encode('no picture')
  expect(withoutMetadata(text)).toBe(text)
})
