import { z } from 'zod'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { env } from '#kernel/env.ts'
import { absent } from '#kernel/failure.ts'
import { open, seal } from '#kernel/secrets.ts'
import { personById } from '#people/service.ts'
import type { Answers } from '../rules/answers.ts'
import type { Definition, MapTarget } from '../rules/definition.ts'
import { get } from '../service.ts'

/** f: form, p: person, t: when. */
const Token = z.object({ f: z.uuid(), p: z.uuid(), t: z.number() })
const CONTEXT = 'form for'
export const LINK_DAYS = 60

/** An address at which a person finds the form with their name and how to reach them filled in. */
export async function linkFor(ctx: Ctx, { id, personId }: { id: string; personId: string }) {
  const [form, person] = [await get(ctx, { id }), await personById(ctx, personId)]
  const token = seal(JSON.stringify({ f: form.id, p: person.id, t: clock.ms() }), CONTEXT)
  const url = `${env.publicUrl}/f/${form.slug}?for=${encodeURIComponent(token)}`
  return { url, name: person.name, expiresAt: new Date(clock.ms() + days(LINK_DAYS)) }
}

/**
 * What a link of ours says about the person it was made for. A link is passed on: it tells no more than a name, an address
 * and a number, and who sent the form is found as ever, by what they wrote.
 */
export async function answersFor(
  ctx: Ctx,
  form: { id: string; definition: Definition },
  token: string,
): Promise<Answers> {
  let read: z.infer<typeof Token>
  try {
    read = Token.parse(JSON.parse(open(token, CONTEXT)))
  } catch {
    return {}
  }
  if (read.f !== form.id || clock.ms() - read.t > days(LINK_DAYS)) return {}
  const person = await personById(ctx, read.p).catch(absent)
  if (!person) return {}
  const told: Partial<Record<MapTarget, string | null>> = {
    name: person.name,
    firstName: person.firstName,
    lastName: person.lastName,
    nickName: person.nickName,
    email: person.email,
    phone: person.phone,
  }
  const filled = form.definition.fields.flatMap(({ key, map }) => {
    const text = told[map as MapTarget]
    return text ? [[key, text] as const] : []
  })
  return Object.fromEntries(filled)
}
