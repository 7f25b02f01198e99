import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { Failure } from '#kernel/failure.ts'
import { MAX_PIXELS, UnreadableFile } from '../reading/rules.ts'

// Two cores serve requests too; a picture that waits a little is better than a page that does.
sharp.concurrency(1)

/** Seconds that one picture may take. */
const PATIENCE = 30

/** The one way to open a picture, someone's or our own: never one with more pixels than it may have. */
export const openPicture = (
  bytes: Uint8Array,
  { density, pixels = MAX_PIXELS }: Pick<SharpOptions, 'density'> & { pixels?: number } = {},
): Sharp => sharp(bytes, { limitInputPixels: pixels, ...(density && { density }) }).timeout({ seconds: PATIENCE })

/** @throws UnreadableFile where the bytes are no picture, or one that is too large */
export const drawn = (picture: Sharp): Promise<Buffer> => picture.toBuffer().catch(refuseUnreadable)

function refuseUnreadable(): never {
  throw new UnreadableFile('This picture can’t be read. Please save it again as PNG or JPEG and upload that.')
}

/** Refuses a picture of more pixels than can be shown; what isn't one is left to those who ask for a picture. */
export async function refuseHugePicture(bytes: Uint8Array): Promise<void> {
  // limitInputPixels: false, because the header alone is read.
  const size = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (size && size.width * size.height > MAX_PIXELS)
    throw new Failure(
      'BAD_REQUEST',
      `This picture has ${megapixels(size.width * size.height)} megapixels. Please make it smaller: ${megapixels(MAX_PIXELS)} are possible.`,
    )
}

const megapixels = (pixels: number) => Math.ceil(pixels / 1_000_000).toLocaleString('en-US')
