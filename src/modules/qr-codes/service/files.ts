import { pdfOf } from '#documents/service.ts'
import { pictureType } from '#files/rules.ts'
import { openPicture } from '#files/service/pictures.ts'
import { clock } from '#kernel/clock.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { payloadOf } from '#links/drawing/rules/payload.ts'
import { drawQr, printDesign, rasterOf, whyUnreadable } from '#links/drawing/service.ts'
import { PLACED_LENGTH } from '#links/rules/codes.ts'
import { shortUrl } from '#links/service.ts'
import type { Design } from '../contract.ts'
import type { Content } from '../rules/content.ts'
import { type Format, fileNameOf, type Mode } from '../rules/states.ts'
import { payloadFor, rowOf } from './reading.ts'

/** Of a printed code on its page, in millimeters; half of it without the print margin. */
const PRINT_WIDTH = 80

/** A logo as pixels: an SVG could hold scripts, and a picture what its camera wrote. */
export async function cleanDesign(design: Design): Promise<Design> {
  if (!design.logo) return design
  const [head = '', data = ''] = design.logo.split(',')
  const raw = Buffer.from(data, 'base64')
  const isSvg = head.includes('svg')
  if (!isSvg && !pictureType(raw)) throw invalid('design.logo', 'The logo must be a PNG, JPG or SVG file')
  try {
    const png = await openPicture(raw, { pixels: 30_000_000, ...(isSvg && { density: 200 }) })
      .rotate()
      .resize({ width: 400, height: 400, fit: 'inside', withoutEnlargement: !isSvg })
      .png()
      .toBuffer()
    return { ...design, logo: `data:image/png;base64,${png.toString('base64')}` }
  } catch {
    throw invalid('design.logo', 'This file can’t be read as a picture')
  }
}

interface Draft {
  content: Content
  mode: Mode
  design: Design
}
/** A short link of that length, while there is none yet: how dense a code is follows from its length. */
const sampleLink = () => shortUrl('x'.repeat(PLACED_LENGTH))

/** Why phones can't read it, as a sentence; empty: they can. */
export async function problemOf({ content, mode, design }: Draft): Promise<string> {
  try {
    return (await whyUnreadable(mode === 'tracked' ? sampleLink() : payloadOf(content), design)) ?? ''
  } catch (error) {
    return error instanceof Error ? error.message : 'The code can’t be drawn.'
  }
}

export const check = async (_: OuterCtx, { content, mode, design }: Draft) => ({
  problem: await problemOf({ content, mode, design: await cleanDesign(design) }),
})

interface Wanted {
  id: string
  placement?: string | undefined
  format: Format
  anyway?: boolean | undefined
}
const types: Record<Format, [ending: string, type: string]> = {
  png: ['png', 'image/png'],
  svg: ['svg', 'image/svg+xml'],
  pdf: ['pdf', 'application/pdf'],
  print: ['pdf', 'application/pdf'],
}

/**
 * The drawing as a file; what is handed out has been read before.
 * @throws BAD_REQUEST with the reason for a code that can't be read, unless an admin wants it anyway
 */
export async function file(ctx: OuterCtx, { id, placement, format, anyway }: Wanted) {
  const { row, text } = await ctx.tx(async inner => {
    const code = await rowOf(inner, id)
    return { row: code, text: await payloadFor(inner, code, placement) }
  })
  const design = format === 'print' ? printDesign(row.design) : row.design
  const problem = await whyUnreadable(text, design)
  if (problem && !(anyway && isAdmin(ctx))) throw new Failure('BAD_REQUEST', problem)
  const svg = await drawQr(text, design)
  const [ending, type] = types[format]
  const name = fileNameOf(row.name, clock.now(), ctx.client.timeZone, ending)
  return { name, type, base64: (await asFile(svg, format, row)).toString('base64') }
}

const isAdmin = ({ actor }: OuterCtx) => actor.type === 'member' && (actor.role === 'admin' || actor.role === 'owner')

async function asFile(
  svg: string,
  format: Format,
  { name, design }: { name: string; design: Design },
): Promise<Buffer> {
  if (format === 'svg') return Buffer.from(svg)
  if (format === 'png') return rasterOf(svg, { width: design.size })
  const side = format === 'print' ? PRINT_WIDTH : PRINT_WIDTH / 2
  return pdfOf([{ svg, width: side, height: side, ...(format === 'print' && { bleed: 3 }) }], { title: name })
}
