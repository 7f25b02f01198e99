import jsQR from 'jsqr'
import { openPicture } from '#files/service/pictures.ts'
import { designOf, judgeContrast, LEAST_CONTRAST, PRINT_MARGIN, type QrDesign } from './rules/design.ts'
import { drawWith, type StylingClass } from './rules/svg.ts'

/** jsdom takes a third of a second to load, and most processes never draw a code: loaded by the first one. */
const tools = once(async () => {
  const [{ JSDOM }, styling] = await Promise.all([import('jsdom'), import('qr-code-styling')])
  const { window } = new JSDOM('')
  // Every code asks for a window of its own; one serves them all.
  const jsdom = class {
    window = window
  }
  const Class = styling.default as unknown as StylingClass | { default: StylingClass }
  return { Class: 'default' in Class ? Class.default : Class, jsdom }
})

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * A QR code as SVG.
 * @throws an Error with a sentence for the user when the text is longer than a code can hold
 */
export async function drawQr(text: string, design: Partial<QrDesign> = {}): Promise<string> {
  const { Class, jsdom } = await tools()
  return drawWith(Class, text, design, { jsdom })
}

/** A plain one without a size of its own, for pages whose style sheet says how large it is. */
export const plainQr = async (text: string): Promise<string> =>
  (await drawQr(text, { margin: 2 })).replace(/ width="\d+" height="\d+"/, '')

/** As it is printed: four modules of margin at least. */
export const printDesign = (design: Partial<QrDesign>): Partial<QrDesign> => ({
  ...design,
  margin: Math.max(PRINT_MARGIN, designOf(design).margin),
})

/** @param width in pixels; `dpi` tells printing programs how large that is */
export async function qrPng(
  text: string,
  design: Partial<QrDesign>,
  { width, dpi = 300 }: { width: number; dpi?: number },
): Promise<Buffer> {
  return rasterOf(await drawQr(text, design), { width, dpi })
}

export const rasterOf = (svg: string, { width, dpi = 300 }: { width: number; dpi?: number }): Promise<Buffer> =>
  openPicture(Buffer.from(svg), { density: 288 }).resize({ width }).withMetadata({ density: dpi }).png().toBuffer()

/** What a phone would read in a picture; null for nothing. */
export async function readQr(picture: Buffer): Promise<string | null> {
  const { data, info } = await openPicture(picture)
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const read = jsQR(new Uint8ClampedArray(data.buffer, data.byteOffset, data.length), info.width, info.height)
  return read && new TextDecoder().decode(Uint8Array.from(read.binaryData))
}

/** Why a code can't be read, as a sentence; null when it reads as what it should say. */
export async function whyUnreadable(text: string, chosen: Partial<QrDesign> = {}): Promise<string | null> {
  const design = designOf(chosen)
  const contrast = judgeContrast(design)
  if (contrast.level === 'blocked')
    return `The contrast of the two colors is ${contrast.ratio.toFixed(1)}:1. Phones need at least ${LEAST_CONTRAST}:1.`
  const read = await readQr(await qrPng(text, design, { width: design.size }))
  if (read === text) return null
  if (read !== null) return 'The code reads as something else than it should. Make it larger or choose simpler dots.'
  return design.logo
    ? 'The code can’t be read. Make the logo smaller or the code larger.'
    : 'The code can’t be read. Make it larger, add margin, or choose simpler dots.'
}
