import { z } from 'zod'
import { clock, seconds } from '#kernel/clock.ts'
import type { OuterCtx } from '#kernel/ctx.ts'
import { askModel, hasModel, ModelFailure } from '#language-models/service.ts'
import { isVerified } from '#scripture/rules/verifying.ts'
import { verifyText } from '#scripture/service.ts'
import { type Block, type Section, type SermonDocument, textOf } from '../rules/document.ts'
import { fits, materialOf, partsOf, SYSTEM, taskFor } from '../rules/model-writing.ts'
import type { SermonRow } from './generating.ts'

/** Ends well before the job does, whose remaining sections the engine has written. */
const ALL_SECTIONS = seconds(180)
const ONE_SECTION = seconds(30)
const Answer = z.object({ parts: z.array(z.object({ id: z.string(), text: z.string() })) })

/**
 * The engine's sentences in a model's words, section by section. Each part is checked, and stays as the engine wrote it where
 * a quotation or reference isn't in the Bible; the model never writes a verse.
 * @param goesOn asked before each section: false once the generation was canceled
 * @returns null once canceled
 */
export async function writeWithModel(
  ctx: OuterCtx,
  row: SermonRow,
  document: SermonDocument,
  goesOn: () => Promise<boolean>,
): Promise<SermonDocument | null> {
  if (!row.useModel || !(await ctx.tx(hasModel))) return document
  const ends = clock.ms() + ALL_SECTIONS
  const sections = [...document.sections]
  const said = new Set<string>()
  let [model, problem] = ['', '']
  for (const [at, section] of document.sections.entries()) {
    if (partsOf(section).length === 0) continue
    if (!(await goesOn())) return null
    if (clock.ms() > ends) problem = 'It took too long.'
    if (problem) break
    try {
      const answer = await writeSection(ctx, row, section, said)
      sections[at] = answer.section
      model = answer.model
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error
      problem = error.message
    }
  }
  if (model && said.size === 0) problem ||= 'Nothing that the AI model wrote passed the check.'
  const written = { ...document, sections, writing: { model: said.size > 0 ? model : '', problem } }
  const wrong = await ctx.tx(async tx => (await verifyText(tx, textOf(written), row.edition)).some(isUnverified))
  return wrong ? { ...document, writing: { model: '', problem: 'Its references could not be verified.' } } : written
}

/** A section in the model's words, where there is one; `model` is empty where the engine's stand. */
export async function wordSection(ctx: OuterCtx, row: SermonRow, section: Section) {
  if (!row.useModel || partsOf(section).length === 0 || !(await ctx.tx(hasModel))) return { section, model: '' }
  try {
    const said = new Set<string>()
    const written = await writeSection(ctx, row, section, said)
    return { section: written.section, model: said.size > 0 ? written.model : '' }
  } catch (error) {
    if (error instanceof ModelFailure) return { section, model: '' }
    throw error
  }
}

/** @param said what the model has written, so that nothing comes twice */
async function writeSection(ctx: OuterCtx, row: SermonRow, section: Section, said: Set<string>) {
  const data = materialOf(section, row)
  const { value, model } = await askModel(ctx, {
    purpose: 'sermon',
    schema: Answer,
    system: SYSTEM,
    task: taskFor(row.tone, row.targetAudience),
    data,
    confidential: false,
    mostOutputTokens: 4_000,
    timeoutMs: ONE_SECTION,
  })
  const texts = new Map(value.parts.map(({ id, text }) => [id, text.trim()]))
  const parts = new Set(partsOf(section))
  return ctx.tx(async tx => {
    const blocks: Block[] = []
    for (const block of section.blocks) {
      const text = parts.has(block) ? texts.get(block.id) : undefined
      const isTaken =
        text !== undefined &&
        !said.has(text) &&
        fits(section, block, text) &&
        !(await verifyText(tx, text, row.edition)).some(({ verdict }) => !isVerified(verdict))
      if (isTaken) said.add(text)
      blocks.push(isTaken ? { ...block, text, origin: 'model' } : block)
    }
    return { section: { ...section, blocks }, model }
  })
}

const isUnverified = ({ verdict }: { verdict: string }) => verdict === 'not_found'
