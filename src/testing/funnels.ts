import { randomUUID } from 'node:crypto'
import type { Funnel } from '#funnels/contract.ts'
import type { TemplateKey } from '#funnels/rules/templates.ts'
import { forgetFunnels } from '#funnels/service/serving.ts'
import { clock, seconds } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import type { aChurch } from './church.ts'
import { hiddenIn } from './forms.ts'
import { upload } from './imports.ts'
import { aServer } from './web.ts'

export type Church = Awaited<ReturnType<typeof aChurch>>
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'

/** A published funnel with its pages and forms. */
export async function aFunnel(church: Church, template: TemplateKey): Promise<Funnel> {
  const made = await church.staff.funnels.create({ template })
  return publishAll(church, made.id)
}
/** The file that each form of it sends, where it says so. */
async function bringFiles(church: Church, { draft }: Funnel): Promise<void> {
  for (const { goal } of draft) {
    if (goal.kind !== 'form' || !goal.id) continue
    const { id, version, handling } = await church.staff.forms.get({ id: goal.id })
    if (handling.replyFile !== null) continue
    const replyFile = await (
      await upload(church, '%PDF-1.7 A guide', { name: 'Seven days of hope.pdf', purpose: 'giveaway' })
    ).json()
    await church.staff.forms.update({ id, version, handling: { ...handling, replyFile } })
  }
}

export async function publishAll(church: Church, id: string): Promise<Funnel> {
  await bringFiles(church, await church.staff.funnels.get({ id }))
  await church.staff.funnels.publishParts({ id })
  const { version } = await church.staff.funnels.seenOnPhone({ id })
  return church.staff.funnels.publish({ id, version })
}

/** The address of one of its steps, as a path. */
export function stepUrl(funnel: Funnel, at: number, how: 'path' | 'absolute' = 'path'): string {
  const url = funnel.addresses[funnel.draft[at]!.id]!
  return how === 'absolute' ? url : url.slice(env.publicUrl.length)
}

interface Browsing {
  agent?: string
  headers?: Record<string, string>
  /** What is in memory is forgotten first, as news from another process would do. */
  fresh?: boolean
}
export async function browse(path: string, { agent = PHONE, headers = {}, fresh = true }: Browsing = {}) {
  const { send } = await aServer()
  if (fresh) forgetFunnels()
  return send(path, { headers: { 'user-agent': agent, ...headers } })
}

/** Fills in the form of a step's page and sends it without JavaScript. */
export async function sendForm(page: string, answers: Record<string, string>, agent = PHONE, host = '') {
  const { send } = await aServer()
  const src = /<iframe class="form" src="([^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')
  const html = await (await send(`${host}${src}`, { headers: { 'user-agent': agent } })).text()
  clock.advance(seconds(20))
  const email = `${randomUUID()}@example.org`
  const body = new URLSearchParams({ email, ...answers })
  for (const name of ['key', 'token', 'via', '_next']) body.set(name, hiddenIn(html, name))
  const action = /<form id="form" method="post" action="([^"]+)"/.exec(html)![1]!
  const sent = () =>
    send(`${host}${action}`, {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent },
    })
  return { answer: await sent(), again: sent, html, email }
}

export async function reportOf(church: Church, { id }: { id: string }) {
  const day = (offset: number) => new Date(clock.ms() + offset * 86_400_000).toISOString().slice(0, 10)
  return church.staff.funnels.report({ id, from: day(-3), to: day(3) })
}
