import { randomUUID } from 'node:crypto'
import type { TemplateName } from '#forms/rules/templates.ts'
import { clock, seconds } from '#kernel/clock.ts'
import { aChurch } from './church.ts'
import { aServer } from './web.ts'

export type Church = Awaited<ReturnType<typeof aChurch>>

/** A published form, of a church of its own if none is given. */
export async function aForm(template: TemplateName, church?: Church) {
  const grace = church ?? (await aChurch())
  const made = await grace.staff.forms.create({ template })
  const form = await grace.staff.forms.publish(made)
  return { church: grace, form, at: `/f/${form.slug}` }
}

export const open = async (at: string, init?: RequestInit) => (await aServer()).send(at, init)
export const pageOf = async (at: string) => (await open(at)).text()
export const hiddenIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!

/** Opens the page, takes the time that a person takes, and sends it as its script does. */
export async function fill(
  at: string,
  answers: Record<string, string | string[]>,
  change: Record<string, string> = {},
) {
  const html = await pageOf(at)
  clock.advance(seconds(20))
  const body = new URLSearchParams()
  for (const name of ['key', 'token', 'via']) body.set(name, hiddenIn(html, name))
  for (const [name, value] of Object.entries(answers)) for (const one of [value].flat()) body.append(name, one)
  for (const [name, value] of Object.entries(change)) body.set(name, value)
  return { body: body.toString(), answer: await post(at, body.toString()) }
}

export const post = (at: string, body: string, headers: Record<string, string> = {}) =>
  open(at, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
  })

export const pat = () => ({ first_name: 'Pat', last_name: 'Miller', email: `${randomUUID()}@example.org` })
export const peopleOf = (church: Church) => church.staff.people.list({ sort: 'createdAt' }).then(page => page.items)
export const inboxOf = (church: Church, more: Parameters<Church['staff']['formSubmissions']['list']>[0] = {}) =>
  church.staff.formSubmissions.list(more).then(page => page.items)
