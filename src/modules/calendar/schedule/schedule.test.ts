import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clients, members } from '#clients/tables.ts'
import { clock } from '#kernel/clock.ts'
import { asIdentity, asJob, houseId } from '#kernel/run.ts'
import { aUser } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import { calendarTypes } from '../tables.ts'
import { seedOperatorTypes } from './service.ts'

const inHouse = async (work: Parameters<typeof asJob>[3]) => asJob(await houseId(), 'test', 'test', work, [])

test('Schedule Demo and Schedule a Call lead to the operator’s booking pages, and to the contact form without them', async () => {
  await testHouse()
  const { send } = await aServer()
  const leadsTo = async (path: string) => {
    const answer = await send(path)
    return [answer.status, answer.headers.get('location')]
  }
  expect(await leadsTo('/schedule/demo')).toEqual([303, '/contact?subject=Schedule%20a%20demo'])
  const clientId = await houseId()
  const host = await aUser({ name: 'Rae Operator' })
  await asIdentity('test', ctx => ctx.db.insert(members).values({ clientId, userId: host.id, role: 'admin' }))
  await inHouse(seedOperatorTypes)
  const [house] = await asIdentity('test', ctx => ctx.db.select().from(clients).where(eq(clients.id, clientId)))
  expect(await leadsTo('/schedule/demo')).toEqual([303, `/book/${house!.slug}/demo`])
  expect(await leadsTo('/schedule/call')).toEqual([303, `/book/${house!.slug}/call`])
  expect((await send(`/book/${house!.slug}/demo`)).status).toBe(200)
  await inHouse(ctx => ctx.db.update(calendarTypes).set({ isActive: false }).where(eq(calendarTypes.slug, 'call')))
  expect(await leadsTo('/schedule/call')).toEqual([303, '/contact?subject=Schedule%20a%20call'])
  await inHouse(ctx => ctx.db.delete(calendarTypes))
  await asIdentity('test', ctx =>
    ctx.db.update(members).set({ removedAt: clock.now() }).where(eq(members.userId, host.id)),
  )
})
