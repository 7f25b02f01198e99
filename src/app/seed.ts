import { seedIdentity } from '#identity/seed.ts'

/** The demo church, once: each module brings its own rows. */
export async function seedDemo(): Promise<void> {
  await seedIdentity()
}
