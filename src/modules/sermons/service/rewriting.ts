import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import type { Sermon } from '../contract.ts'
import type { Section } from '../rules/document.ts'
import { rowOf, write } from '../service.ts'
import { composeFor, keepVersion, type SermonRow } from './generating.ts'
import { blessingOf, passagesOf, referencesOf } from './material.ts'
import { wordSection } from './model-writing.ts'

interface Input {
  id: string
  version: number
  sectionId: string
}

/** One section in other words, the engine's or those of the church's model; the rest stays. */
export async function rewrite(ctx: OuterCtx, input: Input): Promise<Sermon> {
  const { row, fresh } = await ctx.tx(inner => compose(inner, input))
  const { section, model } = await wordSection(ctx, row, fresh)
  return ctx.tx(async inner => {
    const now = await rowOf(inner, input.id)
    await keepVersion(inner, now)
    const { document } = row
    const sections = document.sections.map(one => (one.id === section.id ? section : one))
    const writing = model ? { writing: { model, problem: document.writing?.problem ?? '' } } : {}
    return write(inner, input.id, input.version, { document: { ...document, ...writing, sections }, status: 'draft' })
  })
}

async function compose(ctx: Ctx, { id, version, sectionId }: Input) {
  const row = await rowOf(ctx, id)
  const { document } = row
  if (!document) throw new Failure('BAD_REQUEST', 'Generate the sermon first')
  if (row.version !== version) throw new Failure('CONFLICT')
  const fresh = await sectionOf(ctx, row, sectionId)
  return { row: { ...row, document }, fresh }
}

async function sectionOf(ctx: Ctx, row: SermonRow, sectionId: string): Promise<Section> {
  const passages = await passagesOf(ctx, row.bibleVerse, row.edition)
  const turn = row.generation * 1_000 + row.version
  const blessing = await blessingOf(ctx, row.edition, turn)
  const material = { passages, ...(await referencesOf(ctx, passages, row.edition)), blessing, edition: row.edition }
  const now = JSON.stringify(row.document?.sections.find(({ id }) => id === sectionId))
  const written = [0, 1, 2, 3].flatMap(again =>
    composeFor(row, material, turn + 500 * again).sections.filter(({ id }) => id === sectionId),
  )
  // By chance the same words may come again.
  const fresh = written.find(one => JSON.stringify(one) !== now) ?? written[0]
  if (!fresh) throw new Failure('BAD_REQUEST', 'This section is your own: the engine can’t write it again')
  return fresh
}
