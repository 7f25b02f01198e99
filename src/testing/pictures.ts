/** Four pixels by two, red on the left and blue on the right, as a browser writes them, with their color profile. */
const encoded = {
  jpeg: [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBC',
    'YFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSk',
    'pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAQDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/',
    'xAAXEAEAAwAAAAAAAAAAAAAAAAAAAgMz/8QAFQEBAQAAAAAAAAAAAAAAAAAAAQX/xAAbEQABBAMAAAAAAAAAAAAAAAAAAQIzcQME',
    'sf/aAAwDAQACEQMRAD8Ai36yAXteFlJwM8rrU//Z',
  ].join(''),
  png: [
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAFUlEQVR4AWL6z8DwH4Sh1H8mBjQAAAAA///yAy+5AAAABklEQVQD',
    'AMfAB/1AGjP3AAAAAElFTkSuQmCC',
  ].join(''),
  webp: [
    'UklGRjACAABXRUJQVlA4WAoAAAAgAAAAAwAAAQAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh',
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB',
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA',
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y',
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM',
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggQgAAALACAJ0BKgQAAgAEAGglqAJ0cgCqAMkA',
    '/QAFu1l5iAD+6jwwJt/+O2iaPpf/+hJ/1RIZH0v8IfZhVCdWhaTKErAAAA==',
  ].join(''),
}

export type PictureKind = keyof typeof encoded
export const picture = (kind: PictureKind): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(encoded[kind], 'base64'))

/** What a camera writes: a TIFF header with this orientation and a line that must not leave, such as the place. */
export function cameraTiff(orientation: number, secret: string, { littleEndian = false } = {}): Uint8Array {
  const tiff = Buffer.alloc(26 + secret.length)
  const short = (value: number, at: number) =>
    (littleEndian ? tiff.writeUInt16LE : tiff.writeUInt16BE).call(tiff, value, at)
  const long = (value: number, at: number) =>
    (littleEndian ? tiff.writeUInt32LE : tiff.writeUInt32BE).call(tiff, value, at)
  tiff.write(littleEndian ? 'II' : 'MM')
  short(42, 2)
  long(8, 4)
  short(1, 8)
  short(0x0112, 10)
  short(3, 12)
  long(1, 14)
  short(orientation, 18)
  tiff.write(secret, 26, 'latin1')
  return tiff
}

const bytesOf = (size: number, write: (view: DataView) => void) => {
  const bytes = new Uint8Array(size)
  write(new DataView(bytes.buffer))
  return bytes
}

/** A JPEG segment: marker, length, content. */
export const segment = (marker: number, content: Uint8Array) =>
  Buffer.concat([Uint8Array.of(0xff, marker), bytesOf(2, view => view.setUint16(0, content.length + 2)), content])

/** A PNG chunk; the checksum is not looked at. */
export const pngChunk = (name: string, content: Uint8Array) =>
  Buffer.concat([bytesOf(4, view => view.setUint32(0, content.length)), Buffer.from(name), content, new Uint8Array(4)])

/** A chunk of a WebP. */
export const riffChunk = (name: string, content: Uint8Array) =>
  Buffer.concat([
    Buffer.from(name),
    bytesOf(4, view => view.setUint32(0, content.length, true)),
    content,
    new Uint8Array(content.length % 2),
  ])

/** The JPEG with a camera's EXIF, XMP, IPTC and comment. */
export const photo = (secret: string, orientation = 1, order = {}) => {
  const clean = Buffer.from(picture('jpeg'))
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), cameraTiff(orientation, secret, order)])
  const others = [0xe1, 0xed, 0xe2, 0xfe].map(marker => segment(marker, Buffer.from(`MPF\0${secret}`)))
  return Uint8Array.from(Buffer.concat([clean.subarray(0, 2), segment(0xe1, exif), ...others, clean.subarray(2)]))
}
