/** Brings example data into the database; what is there already is left alone. */
import { readSize, type Size } from './bulk-seed/size.ts'
import { command, Refusal } from './command.ts'

async function seedDemoChurch(): Promise<void> {
  const { env } = await import('#kernel/env.ts')
  // Its owner signs in without a password wherever the demo is on, and would be an odd guest elsewhere.
  if (!env.demo)
    throw new Refusal('The demo is off here (DEMO, NODE_ENV, HOST or PUBLIC_URL), so its church is not made.')
  const [{ runOnDatabase }, { seedDemo }] = [await import('./run-on-database.ts'), await import('#app/seed.ts')]
  await runOnDatabase(seedDemo)
  console.log('The demo church is there: Grace Community Church.')
}

async function seedMany({ accounts, people }: Size, agreed: boolean): Promise<void> {
  const { env } = await import('#kernel/env.ts')
  if (env.production && !agreed)
    throw new Refusal(`This is a production database. Add --yes to fill it with ${accounts} made-up churches.`)
  const [{ runOnDatabase }, { seedChurches }] = [
    await import('./run-on-database.ts'),
    await import('./bulk-seed/write.ts'),
  ]
  const { rows, seconds, skipped, ...made } = await runOnDatabase(() => seedChurches(accounts, people))
  const count = (n: number) => Math.round(n).toLocaleString('en-US')
  console.log(
    `${count(made.accounts)} churches with ${count(people)} people each, ${count(rows)} rows in ${seconds.toFixed(1)} s: ${count(rows / seconds)} rows/s.` +
      (skipped > 0 ? ` ${count(skipped)} were there already.` : ''),
  )
}

await command(
  import.meta,
  'npm run seed [demo] [--size=<accounts>x<people>] [--yes]',
  async ({ words: [name = 'demo'], flags, values }) => {
    if (values.size !== undefined) {
      const size = readSize(values.size)
      if (!size) throw new Refusal('Say how many churches of how many people, such as --size=1000x200.')
      return seedMany(size, flags.has('yes'))
    }
    if (name !== 'demo') throw new Refusal(`There is no scenario "${name}": choose demo, or say --size=1000x200.`)
    await seedDemoChurch()
  },
)
