import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { found } from '#kernel/failure.ts'
import { forColleagues } from '#messaging/rules/personal.ts'
import { messages } from '#messaging/tables.ts'
import { canReadReasons } from '#people/care-holds/service.ts'
import { personById } from '#people/service.ts'
import { contactPoints, people } from '#people/tables.ts'
import { stepsById } from '../../rules/graph.ts'
import { stepSentence } from '../../rules/summary.ts'
import { readableRuns } from '../../service/workflow-permissions.ts'
import { workflowRuns, workflows, workflowVersions } from '../../tables.ts'
import type { Explanation } from '../contract.ts'
import { type Origin, originOf, whySentence } from '../rules.ts'
import { describe } from './describer.ts'

const columns = {
  messageId: messages.id,
  at: messages.createdAt,
  channel: messages.channel,
  subject: messages.subject,
  text: messages.bodyText,
  key: messages.dedupeKey,
  kind: messages.kind,
  batchId: messages.batchId,
  recipient: messages.recipient,
  recipientName: messages.recipientName,
  state: messages.state,
  skipReason: messages.skipReason,
}
const select = (ctx: Ctx) => ctx.db.select(columns).from(messages).$dynamic()
type Row = Awaited<ReturnType<typeof select>>[number]

/** So many of the latest messages are listed, and so far back. */
const [MOST, BACK] = [10, days(90)]

/** No member wrote it. */
const isAutomatic = sql`split_part(${messages.dedupeKey}, ':', 1) not in ('conversation', 'twilio', 'retry')`

export async function explainMessage(ctx: Ctx, { messageId }: { messageId: string }): Promise<Explanation> {
  const [row] = await select(ctx).where(and(eq(messages.id, messageId), eq(messages.direction, 'out'), isAutomatic))
  const [explained] = await explain(ctx, [found(row, 'Message')])
  return explained!
}

/** What was sent to a person without a member writing it, newest first. */
export async function listMessages(ctx: Ctx, asked: { personId: string }): Promise<{ items: Explanation[] }> {
  const person = await personById(ctx, asked.personId)
  const points = await ctx.db
    .select({ value: contactPoints.valueNorm })
    .from(contactPoints)
    .where(eq(contactPoints.personId, person.id))
  const rows = await select(ctx)
    .where(
      and(
        inArray(messages.recipient, ['', ...points.map(({ value }) => value)]),
        eq(messages.direction, 'out'),
        gt(messages.createdAt, new Date(clock.ms() - BACK)),
        isAutomatic,
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(MOST)
  return { items: await explain(ctx, rows, person.name) }
}

async function explain(ctx: Ctx, rows: readonly Row[], name?: string): Promise<Explanation[]> {
  const origins = rows.map(row => originOf(row.key))
  const becauses = await reasonsOf(ctx, origins, rows)
  const words = canReadReasons(ctx)
  const all: Explanation[] = []
  for (const [
    i,
    { key: _, kind, subject, text, batchId, recipient, recipientName, state, skipReason, ...row },
  ] of rows.entries()) {
    const who = name ?? ((await ownerOf(ctx, recipient)) || recipientName || 'They')
    const { because, href } = becauses[i]!
    const reason = state === 'skipped' ? (skipReason ?? 'cancelled') : null
    all.push({
      ...row,
      // A text has no subject, and its link may let anyone in as its recipient.
      what: words ? (subject || forColleagues({ kind, text, html: '' }).text).slice(0, 120) : '',
      origin: batchId ? 'campaign' : origins[i]!.origin,
      sentence: whySentence({ who, because, skipReason: reason }),
      href,
    })
  }
  return all
}

/** Their name, where one person alone has that address or number. */
async function ownerOf(ctx: Ctx, recipient: string): Promise<string | undefined> {
  const owners = await ctx.db
    .select({ name: people.name })
    .from(people)
    .innerJoin(contactPoints, and(eq(contactPoints.clientId, people.clientId), eq(contactPoints.personId, people.id)))
    .where(and(eq(contactPoints.valueNorm, recipient), sql`${people.deletedAt} is null`))
    .limit(2)
  return owners.length === 1 ? owners[0]!.name : undefined
}

interface Reason {
  because: string
  href: string | null
}

async function reasonsOf(ctx: Ctx, origins: readonly Origin[], rows: readonly Row[]): Promise<Reason[]> {
  const idsOf = (origin: Origin['origin']) => [
    ...new Set(origins.flatMap(one => (one.origin === origin && isId(one.id) ? [one.id] : []))),
  ]
  const runs = await runReasons(ctx, idsOf('workflow'), origins)
  const campaigns = await named(
    ctx,
    rows.flatMap(({ batchId }) => batchId ?? []),
    campaignNames,
  )
  const appointments = await named(ctx, idsOf('appointment'), appointmentTitles)
  const keywords = await named(ctx, idsOf('keyword'), keywordWords)
  const forms = await named(ctx, idsOf('form'), formNames)
  const quoted = (known: Map<string, Named>, id: string) => (known.get(id) ? ` “${known.get(id)!.name}”` : '')
  return rows.map(({ batchId, kind }, i): Reason => {
    const { origin, id, step } = origins[i]!
    if (batchId) {
      const path = campaigns.get(batchId)?.kind === 'sms' ? 'sms' : 'dashboard/campaigns'
      const href = campaigns.has(batchId) ? `/${path}/${batchId}` : null
      return { because: `they were in the audience of the campaign${quoted(campaigns, batchId)}`, href }
    }
    switch (origin) {
      case 'workflow':
        return (
          runs.get(`${id}:${step}`) ?? {
            because: 'a workflow sent it that was deleted, or that you can’t see',
            href: null,
          }
        )
      case 'appointment': {
        const what = kind === 'appointment-reminder' ? 'a reminder of' : 'about'
        return {
          because: `it is ${what} their appointment${quoted(appointments, id)}`,
          href: `/appointments?appointment=${id}`,
        }
      }
      case 'keyword':
        return { because: `they texted the keyword${quoted(keywords, id)}`, href: null }
      case 'form':
        return { because: `they filled in the form${quoted(forms, id)}`, href: null }
      case 'portal':
        return { because: 'someone asked for a link to sign in with this address or number', href: null }
      case 'member':
        return { because: 'a member wrote it', href: null }
      default:
        return { because: `Lampstand sends it by itself (${kind.replaceAll(/[-_]/g, ' ')})`, href: null }
    }
  })
}

const isId = (id: string) => /^[0-9a-f-]{36}$/.test(id)

interface Named extends Record<string, unknown> {
  id: string
  name: string
  kind?: string
}
async function named(ctx: Ctx, ids: string[], query: (ids: SQL) => SQL): Promise<Map<string, Named>> {
  if (ids.length === 0) return new Map()
  const { rows } = await ctx.db.execute<Named>(query(sql`any(${sql.param([...new Set(ids)])}::uuid[])`))
  return new Map(rows.map(row => [row.id, row]))
}
const campaignNames = (ids: SQL) => sql`select id, name, 'sms' as kind from sms_campaigns where id = ${ids}
  union all select id, coalesce(nullif(name, ''), subject), 'email' from email_campaigns where id = ${ids}`
const appointmentTitles = (ids: SQL) => sql`select id, title as name from appointments where id = ${ids}`
const keywordWords = (ids: SQL) => sql`select u.message_id as id, k.word as name from sms_keyword_uses u
  join sms_keywords k on k.client_id = u.client_id and k.id = u.keyword_id where u.message_id = ${ids}`
const formNames = (ids: SQL) => sql`select id, name from forms where id = ${ids}
  union all select s.id, f.name from form_submissions s join forms f on f.client_id = s.client_id and f.id = s.form_id
  where s.id = ${ids}`

/** Workflow, step and trigger of each run, by `run:step`. */
async function runReasons(ctx: Ctx, ids: string[], origins: readonly Origin[]): Promise<Map<string, Reason>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({
      id: workflowRuns.id,
      workflowId: workflowRuns.workflowId,
      trigger: workflowRuns.trigger,
      at: workflowRuns.createdAt,
      name: workflows.name,
      graph: workflowVersions.graph,
    })
    .from(workflowRuns)
    .innerJoin(workflows, and(eq(workflows.clientId, workflowRuns.clientId), eq(workflows.id, workflowRuns.workflowId)))
    .innerJoin(
      workflowVersions,
      and(
        eq(workflowVersions.clientId, workflowRuns.clientId),
        eq(workflowVersions.workflowId, workflowRuns.workflowId),
        eq(workflowVersions.number, workflowRuns.versionNumber),
      ),
    )
    .where(and(readableRuns(ctx), inArray(workflowRuns.id, ids)))
  const byId = new Map(rows.map(row => [row.id, row]))
  const date = new Intl.DateTimeFormat(ctx.client.locale, { dateStyle: 'medium', timeZone: ctx.client.timeZone })
  return describe(ctx, says => {
    const all = new Map<string, Reason>()
    for (const { id, step } of origins) {
      const run = byId.get(id)
      if (!run) continue
      const known = stepsById(run.graph).get(step)
      const doing = known ? ` in the step “${stepSentence(known.step, says)}”` : ''
      const trigger = run.graph.triggers.find(one => one.trigger === run.trigger)
      const began = trigger ? `when ${says.trigger(trigger)}` : 'when a member enrolled them'
      const because = `the workflow “${run.name}” sent it${doing}, which started for them on ${date.format(run.at)} ${began}`
      all.set(`${id}:${step}`, { because, href: `/automation/${run.workflowId}` })
    }
    return all
  })
}
