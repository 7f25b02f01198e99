import { eq } from 'drizzle-orm'
import { clients } from '#clients/tables.ts'
import { openPicture } from '#files/service/pictures.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { invalid } from '#kernel/failure.ts'
import { announce } from '#kernel/realtime.ts'
import type { ReceiptSettings, SavedSettings } from '../contract.ts'
import type { Issuer } from '../rules/content.ts'
import { charityProblems, ruleFor } from '../rules/receipt-rules.ts'
import { receiptSettings, signatures } from '../tables.ts'

type Row = Omit<
  typeof receiptSettings.$inferSelect,
  'id' | 'clientId' | 'createdAt' | 'updatedAt' | 'version' | 'needs'
>

const written = (address: Record<string, unknown> | null): string => {
  const { street, street2, city, region, postalCode } = (address ?? {}) as Record<string, string | undefined>
  return [street, street2, [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join('\n')
}

/** As saved, or what the account's profile says. */
export async function settingsOf(ctx: Ctx): Promise<Row> {
  const [row] = await ctx.db.select().from(receiptSettings)
  if (row) return row
  const [account] = await ctx.db.select().from(clients).where(eq(clients.id, ctx.client.id))
  return {
    legalName: account?.name ?? '',
    address: written((account?.address ?? null) as never),
    taxId: '',
    placeIssued: '',
    signatory: '',
    signatoryTitle: '',
    signatureId: null,
    prefix: '',
    contact: '',
    yearEnd: ruleFor(ctx.client.country, '9999-12-31').yearEnd,
    emailReceipts: true,
  }
}

export async function signatureOf(ctx: Ctx, id: string | null): Promise<string | null> {
  if (!id) return null
  const [row] = await ctx.db.select().from(signatures).where(eq(signatures.id, id))
  return row?.picture ?? null
}

export async function read(ctx: Ctx): Promise<ReceiptSettings> {
  const { signatureId, ...row } = await settingsOf(ctx)
  const { country } = ctx.client
  const { legalName, address, taxId, placeIssued, signatory, signatoryTitle, prefix, yearEnd } = row
  return {
    legalName,
    address,
    taxId,
    placeIssued,
    signatory,
    signatoryTitle,
    prefix,
    yearEnd,
    contact: row.contact,
    emailReceipts: row.emailReceipts,
    signature: await signatureOf(ctx, signatureId),
    country,
    taxIdLabel: ruleFor(country, '9999-12-31').taxIdLabel,
    missing: charityProblems(country, row, true),
  }
}

/** Drawn anew, so that nothing but a picture is kept, in the size that a receipt shows. */
async function pictureOf(data: string): Promise<string> {
  const match = /^data:image\/(?:png|jpeg);base64,([A-Za-z0-9+/=]+)$/.exec(data)
  try {
    if (!match) throw new Error('no picture')
    const picture = await openPicture(Buffer.from(match[1]!, 'base64'), { pixels: 20_000_000 })
      .resize(600, 200, { fit: 'inside', withoutEnlargement: true })
      .png()
      .toBuffer()
    return `data:image/png;base64,${picture.toString('base64')}`
  } catch {
    throw invalid('signature', 'Please choose a PNG or JPEG picture')
  }
}

export async function save(ctx: Ctx, { signature, ...input }: SavedSettings): Promise<ReceiptSettings> {
  const [problem] = Object.entries(charityProblems(ctx.client.country, input))
  if (problem) throw invalid(problem[0], problem[1])
  const before = await settingsOf(ctx)
  let { signatureId } = before
  if (signature === null) signatureId = null
  else if (signature !== undefined && signature !== (await signatureOf(ctx, signatureId))) {
    const [kept] = await ctx.db
      .insert(signatures)
      .values({ picture: await pictureOf(signature) })
      .returning({ id: signatures.id })
    signatureId = kept!.id
  }
  const values = { ...input, signatureId }
  await ctx.db
    .insert(receiptSettings)
    .values(values)
    .onConflictDoUpdate({ target: receiptSettings.clientId, set: values })
  announce(ctx, 'gifts')
  return read(ctx)
}

export interface Issuance {
  issuer: Issuer
  prefix: string
  /** What is missing, by field; nothing can be issued meanwhile. */
  missing: Record<string, string>
}

export async function readIssuance(ctx: Ctx): Promise<Issuance> {
  const row = await settingsOf(ctx)
  const { legalName: name, address, taxId, signatory, signatoryTitle, signatureId, placeIssued, contact, prefix } = row
  return {
    issuer: { name, address, taxId, signatory, signatoryTitle, signatureId, placeIssued, contact },
    prefix,
    missing: charityProblems(ctx.client.country, row, true),
  }
}
