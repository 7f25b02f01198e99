import { blank } from '#email/blocks/rules/blank.ts'
import { clock } from '#kernel/clock.ts'
import { aChurch } from './church.ts'
import { testHouse } from './house.ts'
import { newEmail } from './sign-in.ts'

const address = { street: '12 Church Road', street2: '', city: 'Cedar Falls', region: 'IA', postalCode: '50613' }

export const query = async (text: string, values: unknown[] = []) =>
  (await (await testHouse()).owner.query(text, values)).rows
export const mailbox = (email: string, kind = 'campaign') =>
  query('select * from messages where recipient = $1 and kind = $2 order by id', [email, kind])
export const text = (words: string) => ({ ...blank('text', 't'), text: words })
export const pathIn = (html: string, pattern: RegExp) => pattern.exec(html)![0]

/** A church that can send campaigns. */
export async function aSendingChurch() {
  clock.reset()
  const church = await aChurch()
  await query('update clients set address = $2 where id = $1', [church.id, JSON.stringify(address)])
  return {
    ...church,
    /** So many people who opted in to a topic. */
    async readers(count: number, topic = 'newsletter'): Promise<string[]> {
      const emails = Array.from({ length: count }, newEmail)
      await query(
        `with made as (
          insert into people (client_id, name, first_name, last_name, email)
          select $1, 'Reader' || n || ' Miller', 'Reader' || n, 'Miller', e from unnest($2::text[]) with ordinality x(e, n)
          returning id, email
        ), points as (
          insert into contact_points (client_id, person_id, kind, label, value, value_norm, is_primary)
          select $1, id, 'email', '', email, email, true from made
        )
        insert into consents (client_id, value, channel, topic, state, source)
        select $1, email, 'email', $3, 'granted', 'form' from made`,
        [church.id, emails, topic],
      )
      return emails
    },
    /** A whole campaign to everyone, not sent yet. */
    async aDraft(changes: Record<string, unknown> = {}) {
      const { id, version } = await church.staff.emailCampaigns.create({ name: 'May news' })
      return church.staff.emailCampaigns.update({
        id,
        version,
        subject: 'May',
        audience: { everybody: true },
        blocks: [text('Dear {firstName|friend}, [give](https://grace.org/give).')],
        ...changes,
      } as never)
    },
  }
}
export type SendingChurch = Awaited<ReturnType<typeof aSendingChurch>>
