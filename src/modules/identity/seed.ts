import { openAccount } from '#clients/service.ts'
import { asIdentity } from '#kernel/run.ts'
import { DEMO_EMAIL } from './demo/service.ts'
import { createUser, credentialOf } from './service.ts'

/** The demo church and its owner; null when they are there already. */
export const seedIdentity = () =>
  asIdentity('seed', async ctx => {
    if (await credentialOf(ctx, DEMO_EMAIL)) return null
    const userId = await createUser(ctx, {
      email: DEMO_EMAIL,
      name: 'Ruth Bennett',
      passwordHash: null,
      confirmed: true,
      platformRole: 'admin',
    })
    const clientId = await openAccount(ctx, { name: 'Grace Community Church', userId })
    return { userId, clientId }
  })
