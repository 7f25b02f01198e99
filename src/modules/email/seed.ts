import { sql } from 'drizzle-orm'
import { beginCampaign } from '#campaigns/service/starting.ts'
import { change, read } from '#clients/service.ts'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { subscribe } from '#consent/service.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { emailKind } from './campaigns/service/kind.ts'
import { emailCampaigns } from './tables.ts'

const readers = [
  'Maria Alvarez',
  'Daniel Brooks',
  'Hannah Chen',
  'Samuel Okafor',
  'Lydia Petrov',
  'Joel Nakamura',
  'Ruth Schneider',
  'Peter Lindqvist',
]
const address = { street: '1 Lamp Street', street2: '', city: 'Springfield', region: 'IL', postalCode: '62701' }
const wording = 'Yes, send me the Lampstand newsletter. I can unsubscribe at any time.'
const body = `Dear {firstName|friend},

Here is what’s new:

- **Import people.** Check a file from your church software before anything is saved, and undo the whole import if you need to.
- **The board on a phone.** Move cards by touch or with the keyboard.
- **Follow-up reminders.** Its owner is reminded of a lead that nobody has contacted for 36 hours.

Is something missing that would save you an evening? Reply to this email. A person reads it.

Thank you for keeping the light on,
the Lampstand team`

/** In the account of the operator: a few readers, one newsletter that they got, one that is being written. */
export async function seedNewsletter(ctx: Ctx): Promise<void> {
  // Two processes may start at once: the second waits here, and finds the rows.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(727204)`)
  const { rows } = await ctx.db.execute<object>(sql`select from email_campaigns limit 1`)
  if (rows.length > 0) return
  const house = await read(ctx)
  if (!house.address) await change(ctx, { address, version: house.version })
  for (const name of readers) {
    const email = `${name.toLowerCase().replace(' ', '.')}@example.org`
    await subscribe(ctx, email, { topic: NEWSLETTER, source: 'form', wording, reference: 'demo', name })
  }
  const words = { preheader: 'Imports that can be undone, and a board for the phone', senderName: house.name }
  const [first] = await ctx.db
    .insert(emailCampaigns)
    .values({ ...words, subject: 'Three evenings saved', body })
    .returning()
  await beginCampaign(ctx, emailKind, first!)
  const draft = { senderName: house.name, subject: 'Ready for the autumn', body: 'Dear {firstName|friend},' }
  await ctx.db.insert(emailCampaigns).values(draft)
}
