import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { found, invalid } from '#kernel/failure.ts'
import { normaliseEmail } from '#people/rules/contact.ts'
import { addPerson, roomForPerson } from '#people/service.ts'
import { contactPoints, householdMembers, people } from '#people/tables.ts'
import type { NewGift } from '../contract.ts'

export interface DonorIds {
  personId: string | null
  householdId: string | null
}

/** The first household that someone is in. */
export async function findHouseholdId(ctx: Ctx, personId: string): Promise<string | null> {
  const [row] = await ctx.db
    .select({ id: householdMembers.householdId })
    .from(householdMembers)
    .where(eq(householdMembers.personId, personId))
    .orderBy(asc(householdMembers.createdAt), asc(householdMembers.id))
    .limit(1)
  return row?.id ?? null
}

/** A person whom the account knows. */
export async function readDonor(ctx: Ctx, personId: string): Promise<DonorIds> {
  const [row] = await ctx.db
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, personId), isNull(people.deletedAt)))
  return { personId: found(row, 'Person').id, householdId: await findHouseholdId(ctx, personId) }
}

/** Who gave: someone known, someone new (of the same name and address: someone known), or nobody known. */
export async function findOrCreateDonor(
  ctx: Ctx,
  { personId, newDonor }: Pick<NewGift, 'personId' | 'newDonor'>,
): Promise<DonorIds> {
  if (personId) return readDonor(ctx, personId)
  if (!newDonor) return { personId: null, householdId: null }
  const { firstName, lastName, email, phone } = newDonor
  if (!firstName && !lastName) throw invalid('newDonor.lastName', 'Please enter a name')
  if (email && !normaliseEmail(email)) throw invalid('newDonor.email', 'Please enter a valid email address')
  const known = email ? await findPersonByEmail(ctx, { firstName, lastName, email }) : undefined
  if (known) return readDonor(ctx, known)
  const points = [
    { kind: 'email' as const, value: email },
    { kind: 'phone' as const, value: phone },
  ].filter(point => point.value)
  await roomForPerson(ctx, points)
  const { id } = await addPerson(ctx, { firstName, lastName, points, source: 'giving' })
  return { personId: id, householdId: null }
}

async function findPersonByEmail(
  ctx: Ctx,
  { firstName, lastName, email }: { firstName: string; lastName: string; email: string },
) {
  const rows = await ctx.db
    .select({ id: people.id, firstName: people.firstName, lastName: people.lastName })
    .from(people)
    .innerJoin(contactPoints, and(eq(contactPoints.personId, people.id), eq(contactPoints.clientId, people.clientId)))
    .where(
      and(
        eq(contactPoints.kind, 'email'),
        eq(contactPoints.valueNorm, normaliseEmail(email) ?? ''),
        isNull(people.deletedAt),
      ),
    )
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return rows.find(row => same(row.firstName, firstName) && same(row.lastName, lastName))?.id
}
