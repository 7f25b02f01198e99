import type { Ctx } from '#kernel/ctx.ts'
import { Failure, invalid } from '#kernel/failure.ts'
import { lintTags } from '#messaging/rules/merge-tags.ts'
import { composeMail } from '../../blocks/rules/compose.ts'
import { pageHtml } from '../../blocks/rules/print.ts'
import type { Block } from '../../blocks/rules/schema.ts'
import { preflightFindings } from '../../campaigns/service/preflight.ts'
import { type Counted, linksIn } from '../../rules/counting.ts'
import { composer, type Words } from '../../rules/letter.ts'
import { written } from '../../rules/markdown.ts'
import { mailFrameOf } from '../../service/rendering.ts'
import type { emailCampaigns } from '../../tables.ts'

type Row = typeof emailCampaigns.$inferSelect
type Said = Words & { topic: string; blocks: readonly Block[] }

/** A newsletter before anyone's name stands in it: of blocks where it has some, else of its Markdown. */
export async function newsletterComposer(ctx: Ctx, issue: Said, counting?: Counted) {
  if (issue.blocks.length === 0) return composer(issue, counting)
  const { look, topicName } = await mailFrameOf(ctx, issue.topic)
  return composeMail(issue, { look, topicName }, { counting })
}

/** Where its links lead, in the order of their numbers. */
export const newsletterLinks = async (ctx: Ctx, issue: Said) => linksIn((await newsletterComposer(ctx, issue))({}).html)

/** Its words as a part of a page of ours, which has its own style sheet. */
export async function newsletterPage(ctx: Ctx, { body, blocks, topic }: Said): Promise<string> {
  return blocks.length === 0 ? written(body, 'page') : pageHtml(blocks, (await mailFrameOf(ctx, topic)).look)
}

/** Refuses what can't be sent, beside its field where it has one. */
export async function requireComplete(ctx: Ctx, issue: Row): Promise<void> {
  if (!issue.subject) throw invalid('subject', 'Subject is required')
  if (!issue.body && issue.blocks.length === 0) throw invalid('body', 'Please write something first')
  requireValidTags(issue)
  if (issue.blocks.length === 0) return
  const wrong = (await preflightFindings(ctx, issue)).filter(({ level }) => level === 'error')
  if (wrong.length > 0) throw new Failure('NOT_READY', wrong.map(({ text }) => text).join(' '))
}

/** A tag that is none would be read as it stands; of a newsletter's readers nothing but their name is known. */
export function requireValidTags(words: { subject?: string; preheader?: string; body?: string }): void {
  for (const field of ['subject', 'preheader', 'body'] as const) {
    const problem = lintTags(words[field] ?? '', [])
    if (problem) throw invalid(field, problem)
  }
}
