import { pdfOf } from '#documents/service.ts'
import { openPicture } from '#files/service/pictures.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { placedCodes } from '#links/service/places.ts'
import { shortUrl } from '#links/service.ts'
import type { Face } from '../contract.ts'
import { CARD, findingsOf } from '../rules/design.ts'
import { logoOf } from './logo.ts'
import { cardById, OWNER } from './rows.ts'
import { type Drawing, drawCard } from './svg.ts'

/** Millimetres of one pixel at 300 dpi. */
const MM = 25.4 / CARD.dpi
/** Millimetres that printers cut off on each side. */
const BLEED = 3

/** How a card with what is being typed would look. */
export async function draw(ctx: Ctx, { id, ...changes }: Partial<Face> & { id: string }) {
  const face = { ...(await cardById(ctx, id)), ...changes }
  const drawing = await drawingOf(ctx, face)
  const { svg, shrunk } = drawCard(drawing)
  return { svg, findings: findingsOf(face, shrunk) }
}

type Drawn = Drawing['face'] & { id: string; hasLogo: boolean }

export async function drawingOf(ctx: Ctx, card: Drawn): Promise<Drawing> {
  const code = (await placedCodes(ctx, OWNER, [card.id])).get(card.id) ?? ''
  return { face: card, code: shortUrl(code), logo: card.hasLogo ? await logoOf(ctx) : null }
}

/** 1050 × 600 pixels that say 300 dpi. */
export const pngOf = (drawing: Drawing): Promise<Buffer> =>
  openPicture(Buffer.from(drawCard(drawing).svg))
    .resize(CARD.width, CARD.height)
    .withMetadata({ density: CARD.dpi })
    .png()
    .toBuffer()

/** 3.5 × 2 inches; with bleed, 3 mm more on each side and crop marks. */
export function printOf(drawing: Drawing, { bleed, title }: { bleed: boolean; title: string }): Promise<Buffer> {
  const { svg } = drawCard({ ...drawing, bleed: bleed ? BLEED / MM : 0 })
  const page = { svg, width: CARD.width * MM, height: CARD.height * MM, ...(bleed && { bleed: BLEED }) }
  return pdfOf([page], { title })
}
