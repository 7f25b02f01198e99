import { eq, isNull, sql } from 'drizzle-orm'
import { activeMember, clients, invitations, members } from '#clients/tables.ts'
import { consents } from '#consent/tables.ts'
import { forms } from '#forms/tables.ts'
import { imports } from '#imports/tables.ts'
import { clock } from '#kernel/clock.ts'
import { type Ctx, userOf } from '#kernel/ctx.ts'
import { phoneNumbers } from '#messaging/carrier/tables.ts'
import { messages } from '#messaging/tables.ts'
import { people } from '#people/tables.ts'
import type { GettingStarted } from './contract.ts'
import { type Step, steps } from './rules.ts'
import { gettingStarted } from './tables.ts'

/** People typed in one by one count as an import from here on. */
const MANY = 10

/** Each step is read from what happened, never from a tick that someone set. */
export async function read(ctx: Ctx): Promise<GettingStarted> {
  const [row] = await ctx.db
    .select({
      people: sql<boolean>`exists (select from ${imports} where ${eq(imports.state, 'completed')})
        or (select count(*) >= ${MANY} from (select from ${people} where ${isNull(people.deletedAt)} limit ${MANY}) p)`,
      consent: sql<boolean>`exists (select from ${consents} where ${consents.state} = 'granted')`,
      number: sql<boolean>`exists (select from ${phoneNumbers} where ${phoneNumbers.state} = 'owned')`,
      address: sql<boolean>`exists (select from ${clients} where ${clients.id} = ${ctx.client.id} and ${clients.slugChosen})`,
      connectCard: sql<boolean>`exists (select from ${forms} where ${forms.live} and ${isNull(forms.deletedAt)})`,
      colleague: sql<boolean>`exists (select from ${invitations})
        or (select count(*) > 1 from ${members} where ${activeMember})`,
      message: sql<boolean>`exists (select from ${messages} where ${messages.direction} = 'out'
        and ${messages.purpose} in ('conversational', 'marketing') and ${messages.state} in ('sent', 'delivered'))`,
      dismissed: sql<boolean>`exists (select from ${gettingStarted})`,
    })
    .from(sql`(select 1) one`)
  const { dismissed, ...done } = row!
  return { steps: steps.map(key => ({ key, done: (done as Record<Step, boolean>)[key] })), dismissed }
}

/** Puts the checklist away for the whole account. */
export async function dismiss(ctx: Ctx): Promise<GettingStarted> {
  await ctx.db
    .insert(gettingStarted)
    .values({ dismissedAt: clock.now(), dismissedBy: userOf(ctx)! })
    .onConflictDoNothing()
  return read(ctx)
}
