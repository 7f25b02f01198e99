import type { Ctx } from '#kernel/ctx.ts'
import { tags } from '../tables.ts'
import type { Conditions } from './rules/condition.ts'
import { segments } from './tables.ts'

/** Three questions that every church asks. */
export async function seedSegments(ctx: Ctx): Promise<void> {
  const all = await ctx.db.select({ id: tags.id, name: tags.name }).from(tags)
  const helpers = all.filter(({ name }) => name === 'Volunteer' || name === 'Small group leader').map(({ id }) => id)
  const rows: { name: string; description: string; conditions: Conditions }[] = [
    {
      name: 'Families with children',
      description: '',
      conditions: {
        match: 'all',
        of: [
          { kind: 'household', fact: 'withChildren' },
          { kind: 'flag', field: 'deceased', is: false },
        ],
      },
    },
    {
      name: 'Birthdays this week',
      description: 'For the cards the office writes on Mondays.',
      conditions: { match: 'all', of: [{ kind: 'yearly', field: 'birthDate', days: 7 }] },
    },
    {
      name: 'Volunteers at the North campus',
      description: '',
      conditions: {
        match: 'all',
        of: [
          { kind: 'tags', op: 'any', ids: helpers },
          { kind: 'text', field: 'campus', op: 'is', value: 'North campus' },
        ],
      },
    },
  ]
  await ctx.db.insert(segments).values(rows)
}
