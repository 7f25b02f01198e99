import type { Ctx } from '#kernel/ctx.ts'
import { normaliseEmail, normalisePhone } from '../../rules/contact.ts'
import { matchPerson } from '../../rules/match.ts'
import { theBoard } from '../../service/board.ts'
import { sharing } from '../../service.ts'

/** Who might be meant already, while someone types: those who share the address or number, then the same name. */
export async function suggestMatches(
  ctx: Ctx,
  { firstName, lastName, email, phone }: { firstName: string; lastName: string; email: string; phone: string },
) {
  const emails = [normaliseEmail(email)].filter(value => value !== null)
  const phones = [normalisePhone(phone, ctx.client.country)].filter(value => value !== null)
  const incoming = { first: firstName || null, last: lastName || null, nick: null, emails, phones }
  const known = await sharing(ctx, [...emails, ...phones])
  const candidates = known.map(({ person, points }) => ({
    id: person.id,
    first: person.firstName || null,
    last: person.lastName || null,
    nick: person.nickName || null,
    emails: points.filter(point => point.kind === 'email').map(point => point.valueNorm),
    phones: points.filter(point => point.kind === 'phone').map(point => point.valueNorm),
  }))
  const match = matchPerson(incoming, candidates)
  const boarded = await theBoard().findOnBoard(
    ctx,
    known.map(({ person }) => person.id),
  )
  const items = candidates.map(({ id, emails: theirs, phones: numbers }) => {
    const { person } = known.find(one => one.person.id === id)!
    const shares = [
      ...(theirs.some(value => emails.includes(value)) ? (['email'] as const) : []),
      ...(numbers.some(value => phones.includes(value)) ? (['phone'] as const) : []),
    ]
    return {
      id,
      name: person.name,
      email: person.email,
      phone: person.phone,
      shares,
      same: match.kind === 'attach' && match.id === id,
      onBoard: boarded.has(id),
    }
  })
  return { items: items.sort((a, b) => Number(b.same) - Number(a.same)).slice(0, 10) }
}
