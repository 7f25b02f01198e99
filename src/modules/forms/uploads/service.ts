import { z } from 'zod'
import { documentType, fileName } from '#files/rules.ts'
import { fileById, keep, keepForGood, peek } from '#files/service.ts'
import type { Ctx, OuterCtx } from '#kernel/ctx.ts'
import { Failure, found } from '#kernel/failure.ts'
import { open, seal } from '#kernel/secrets.ts'
import type { Answers, FileAnswer } from '../rules/answers.ts'
import { type Field, MOST_BYTES } from '../rules/definition.ts'
import { readableRow } from '../submissions/service.ts'

/** f: form, i: file. What the page sends with its answers, so that nobody names a file that is not theirs. */
const Ticket = z.object({ f: z.uuid(), i: z.uuid(), n: z.string(), s: z.number() })
const CONTEXT = 'form file'

export const ticketFor = (formId: string, { id, name, size }: FileAnswer) =>
  seal(JSON.stringify({ f: formId, i: id, n: name, s: size }), CONTEXT)

function readTicket(text: string, formId: string): FileAnswer | undefined {
  try {
    const { f, i, n, s } = Ticket.parse(JSON.parse(open(text, CONTEXT)))
    return f === formId ? { id: i, name: n, size: s } : undefined
  } catch {
    // Made up, or from another server.
  }
}

/** PDF or picture by its first bytes, whatever it is called. */
export async function documentOf(body: ReadableStream<Uint8Array>) {
  const { first, content } = await peek(body)
  const contentType = documentType(first)
  if (!contentType) throw new Failure('BAD_REQUEST', 'Please choose a PDF, or a PNG, JPEG or WebP picture.')
  return { contentType, content }
}
type Document = Awaited<ReturnType<typeof documentOf>>

export const keepUpload = (ctx: Pick<OuterCtx, 'client' | 'tx'>, name: string, { contentType, content }: Document) =>
  keep(ctx, { name: fileName(name), contentType, purpose: 'form' }, content, MOST_BYTES)

/** What the files are called that a page sent before, by their tickets. */
export function namesOf(formId: string, fields: readonly Field[], answers: Answers): Record<string, string> {
  const tickets = fields.filter(({ type }) => type === 'file').flatMap(({ key }) => (answers[key] ?? []) as string[])
  const known = tickets.flatMap(ticket => {
    const file = readTicket(ticket, formId)
    return file ? [[ticket, file.name] as const] : []
  })
  return Object.fromEntries(known)
}

/** The answers with their files instead of their tickets, and by field what was no ticket of ours. */
export function withFiles(formId: string, fields: readonly Field[], answers: Answers) {
  const whole: Answers = { ...answers }
  const problems: Record<string, string> = {}
  for (const { key, type } of fields) {
    if (type !== 'file') continue
    const kept = (answers[key] as string[]).map(ticket => readTicket(ticket, formId))
    if (kept.some(one => !one)) problems[key] = 'A file was not uploaded. Please add it again.'
    whole[key] = kept.filter(one => one !== undefined)
  }
  return { answers: whole, problems }
}

/** They belong to a submission now. */
export async function attach(ctx: Ctx, fields: readonly Field[], answers: Answers): Promise<void> {
  const kept = fields.filter(({ type }) => type === 'file').flatMap(({ key }) => answers[key] as FileAnswer[])
  await keepForGood(
    ctx,
    kept.map(one => one.id),
  )
}

/** A file of a submission, for a member who may read the submission. */
export async function fileOf(ctx: Ctx, { submissionId, id }: { submissionId: string; id: string }) {
  const { payload } = await readableRow(ctx, submissionId)
  const named = Object.values(payload).some(
    answer => Array.isArray(answer) && answer.some(one => (one as FileAnswer)?.id === id),
  )
  found(named || undefined, 'File')
  return fileById(ctx, id, 'form')
}
