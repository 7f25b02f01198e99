import type { Ctx } from '#kernel/ctx.ts'
import { dice } from '../rules/seeded-random.ts'
import { personFields, personFieldValues } from './tables.ts'

const option = (id: string, label: string) => ({ id, label })

/** Three facts that many churches keep, known of some of the people. */
export async function seedFields(ctx: Ctx, people: string[]): Promise<void> {
  const roll = dice(11)
  const [baptism, shirt, serving] = await ctx.db
    .insert(personFields)
    .values([
      { key: 'baptism_date', label: 'Baptism date', type: 'date', groupName: 'Faith', position: 1 },
      {
        key: 't_shirt_size',
        label: 'T-shirt size',
        type: 'choice',
        groupName: 'Serving',
        position: 3,
        options: [option('s', 'S'), option('m', 'M'), option('l', 'L'), option('xl', 'XL')],
        help: 'For camp and the welcome team.',
      },
      {
        key: 'serving_at',
        label: 'Serving at',
        type: 'choices',
        groupName: 'Serving',
        position: 2,
        options: [
          option('welcome', 'Welcome team'),
          option('children', 'Children’s church'),
          option('music', 'Music'),
          option('coffee', 'Coffee'),
        ],
      },
    ])
    .returning({ id: personFields.id })
  const two = (n: number) => String(n).padStart(2, '0')
  const values = people.flatMap((personId, i) => [
    ...(i % 3 === 0
      ? [
          {
            personId,
            fieldId: baptism!.id,
            bodyDay: `${1990 + roll.below(36)}-${two(1 + roll.below(12))}-${two(1 + roll.below(28))}`,
          },
        ]
      : []),
    ...(i % 5 === 0 ? [{ personId, fieldId: shirt!.id, bodyText: roll.pick(['s', 'm', 'l', 'xl']) }] : []),
    ...(i % 4 === 0
      ? [{ personId, fieldId: serving!.id, bodyOptions: [roll.pick(['welcome', 'children', 'music', 'coffee'])] }]
      : []),
  ])
  for (let from = 0; from < values.length; from += 1_000)
    await ctx.db.insert(personFieldValues).values(values.slice(from, from + 1_000))
}
