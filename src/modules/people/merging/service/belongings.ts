import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { belongingInWords } from '../rules/words.ts'
import { type Belonging, mergePolicies } from './policies.ts'

type Counts = Record<
  'notes' | 'tasks' | 'tags' | 'groups' | 'households' | 'details' | 'addresses' | 'messages',
  number
>

/**
 * What comes along with someone: "3 notes", "1 conversation with 14 messages" … Confidential rows are counted for those
 * alone who may read them: row policies see to that.
 */
export async function listBelongings(ctx: Ctx, personId: string): Promise<string[]> {
  const others: Belonging[] = mergePolicies().flatMap(policy => policy.belongings ?? [])
  const said = await ownBelongings(ctx, personId)
  for (const { order, describe } of others) said.push([order, await describe(ctx, personId)])
  return said.sort(([a], [b]) => a - b).flatMap(([, words]) => words ?? [])
}

async function ownBelongings(ctx: Ctx, personId: string): Promise<[number, string | undefined][]> {
  const of = sql`where person_id = ${personId}`
  const count = (rows: SQL) => sql`(select count(*)::int ${rows})`
  const { rows } = await ctx.db.execute<Counts>(sql`
    select ${count(sql`from notes ${of} and deleted_at is null`)} as notes,
      ${count(sql`from tasks ${of} and deleted_at is null`)} as tasks, ${count(sql`from person_tags ${of}`)} as tags,
      ${count(sql`from group_members ${of}`)} as groups, ${count(sql`from household_members ${of}`)} as households,
      ${count(sql`from contact_points ${of}`)} as details, ${count(sql`from addresses ${of}`)} as addresses,
      ${count(sql`from messages ${of}`)} as messages`)
  const all = rows[0]!
  return [
    [10, belongingInWords(all.notes, 'note')],
    [20, belongingInWords(all.tasks, 'task')],
    [50, belongingInWords(all.tags, 'tag')],
    [60, belongingInWords(all.groups, 'group')],
    [70, belongingInWords(all.households, 'household')],
    [80, belongingInWords(all.details, 'email address or number', 'email addresses and numbers')],
    [90, belongingInWords(all.addresses, 'mailing address', 'mailing addresses')],
    [120, belongingInWords(all.messages, 'message sent or received', 'messages sent or received')],
  ]
}
