import type { Ctx } from '#kernel/ctx.ts'
import { Failure } from '#kernel/failure.ts'
import { normaliseEmail } from '#people/rules/contact.ts'
import { intakePerson } from '#people/service/intake.ts'
import { askForLink } from '#portal/service/links.ts'
import { guardSubmission, openedAt } from '#public-page/guard/service.ts'
import { HONEYPOT, OPENED } from '#public-page/rules/guard.ts'

/**
 * Someone who wants to learn and may not be known: they become a person of the church, and a link to sign in is sent to the
 * address that they gave. It leads back to `next`. The answer is the same whether they were known or not.
 */
export async function sendSignUpLink(ctx: Ctx, sent: Readonly<Record<string, string>>, next: string): Promise<void> {
  const said = (name: string) => (sent[name] ?? '').trim().slice(0, 200)
  const [firstName, lastName] = [said('firstName'), said('lastName')]
  const email = normaliseEmail(said('email'))
  const fields: Record<string, string> = {
    ...(!firstName && { firstName: 'Please enter your first name' }),
    ...(!lastName && { lastName: 'Please enter your last name' }),
    ...(!email && { email: 'Please enter your email address, such as name@example.org' }),
  }
  const issues = Object.entries(fields).map(([field, message]) => ({ path: [field], message }))
  if (issues[0]) throw new Failure('BAD_REQUEST', issues[0].message, { data: { issues } })
  const signs = await guardSubmission(ctx, {
    form: 'membership sign-up',
    honeypot: sent[HONEYPOT] ?? '',
    opened: openedAt('membership', sent[OPENED] ?? ''),
    refused: { device: 30, mine: 300, all: 3_000 },
  })
  // What looks like a program gets the same answer, and nothing happens.
  if (signs.includes('honeypot') || signs.includes('forged')) return
  await intakePerson(ctx, { firstName, lastName, points: [{ kind: 'email', value: email! }], source: 'membership' })
  await askForLink(ctx, { typed: email!, honeypot: '', next })
}
