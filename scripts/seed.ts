/** Brings example data into the database; what is there already is left alone. */
import { command, Refusal } from './command.ts'

const scenarios: Record<string, () => Promise<string>> = {
  demo: async () => {
    const { seedDemo } = await import('#app/seed.ts')
    await seedDemo()
    return 'The demo church is there: Grace Community Church.'
  },
}

await command(import.meta, 'npm run seed [demo]', async ({ words: [name = 'demo'] }) => {
  const scenario = scenarios[name]
  if (!scenario) throw new Refusal(`There is no scenario "${name}": choose ${Object.keys(scenarios).join(' or ')}.`)
  const { env } = await import('#kernel/env.ts')
  // Its owner signs in without a password wherever the demo is on, and would be an odd guest elsewhere.
  if (!env.demo)
    throw new Refusal('The demo is off here (DEMO, NODE_ENV, HOST or PUBLIC_URL), so its church is not made.')
  const { inHouse } = await import('./house.ts')
  console.log(await inHouse(scenario))
})
