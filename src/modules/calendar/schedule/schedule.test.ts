import { expect, test } from 'vitest'
import { addMember } from '#clients/service.ts'
import { asIdentity, asJob, operatorAccountId } from '#kernel/run.ts'
import { aUser } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { aServer } from '#testing/web.ts'
import { seedOperatorTypes } from './service.ts'

test('Schedule Demo and Schedule a Call lead to the operator’s booking pages, and to the contact form without them', async () => {
  const { owner } = await testHouse()
  const { send } = await aServer()
  const leadsTo = async (path: string) => {
    const answer = await send(path)
    return [answer.status, answer.headers.get('location')]
  }
  const contact = '/contact?subject=Schedule%20a%20'
  expect(await leadsTo('/schedule/demo')).toEqual([303, `${contact}demo`])
  const clientId = await operatorAccountId()
  const host = await aUser({ name: 'Rae Operator' })
  await asIdentity('test', ctx => addMember(ctx, { clientId, userId: host.id, role: 'admin' }))
  await asJob(clientId, 'test', 'test', seedOperatorTypes)
  const { rows } = await owner.query('select slug from clients where id = $1', [clientId])
  const page = `/book/${rows[0].slug}`
  expect(await leadsTo('/schedule/demo')).toEqual([303, `${page}/demo`])
  expect(await leadsTo('/schedule/call')).toEqual([303, `${page}/call`])
  expect((await send(`${page}/demo`)).status).toBe(200)
  await owner.query(`update calendar_types set is_active = false where client_id = $1 and slug = 'call'`, [clientId])
  expect(await leadsTo('/schedule/call')).toEqual([303, `${contact}call`])
  // Other tests look at the same operator.
  for (const table of ['calendar_types', 'calendar_resources'])
    await owner.query(`delete from ${table} where client_id = $1`, [clientId])
  await owner.query('delete from members where client_id = $1 and user_id = $2', [clientId, host.id])
})
