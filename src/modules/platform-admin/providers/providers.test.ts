// Isolated: reads the last success and the last error among all accounts
import { beforeAll, expect, test } from 'vitest'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asJob, operatorAccountId } from '#kernel/run.ts'
import { aUser, type TestUser } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { noteMailbox } from './service.ts'

let admin: TestUser
beforeAll(async () => {
  admin = await aUser({ admin: true })
})
const healthOf = async (name: string) =>
  (await admin.client.providerHealth.list({})).items.find(item => item.name === name)!

test('each service says which adapter is at work, and a test that worked is its last success', async () => {
  for (const name of ['mail', 'arriving', 'texts', 'files', 'payments'] as const) {
    // The tests' own secret for incoming mail is a webhook's.
    const adapter = name === 'arriving' ? 'webhook' : 'sandbox'
    expect(await healthOf(name)).toMatchObject({ adapter, lastError: null })
    const to = name === 'texts' ? '+15125550100' : undefined
    expect(await admin.client.providerHealth.test({ name, to })).toMatchObject({ ok: true, problem: null })
    expect(await healthOf(name)).toMatchObject({ lastSuccess: expect.any(Date) })
  }
  await runWaitingJobs()
  const { owner } = await testHouse()
  const { rows } = await owner.query(`select recipient, state from messages where kind = 'provider-test' order by id`)
  expect(rows).toEqual([
    { recipient: admin.email, state: 'delivered' },
    { recipient: '+15125550100', state: 'delivered' },
  ])
})

test('a text needs a number', async () => {
  for (const to of [undefined, '5125550100'])
    await expect(admin.client.providerHealth.test({ name: 'texts', to })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { issues: [expect.objectContaining({ path: ['to'] })] },
    })
})

test('a mail that failed in any account shows as the last error', async () => {
  const { owner } = await testHouse()
  await owner.query(
    `update messages set state = 'failed', problem = '535 authentication failed' where recipient = $1`,
    [admin.email],
  )
  expect((await healthOf('mail')).lastError).toMatchObject({ problem: '535 authentication failed' })
})

test('a mailbox that can’t be opened is the last error, once; read again, it is well', async () => {
  const { owner } = await testHouse()
  const look = async (problem: string | null) =>
    asJob(await operatorAccountId(), 'test', 'test', ctx => noteMailbox(ctx, { problem }))
  await look('Invalid credentials')
  await look('Invalid credentials')
  const { rows } = await owner.query(`select problem from provider_checks where adapter = 'imap'`)
  expect(rows).toEqual([{ problem: 'Invalid credentials' }])
  expect((await healthOf('arriving')).lastError).toMatchObject({ problem: 'Invalid credentials' })
  await look(null)
  const { lastSuccess, lastError } = await healthOf('arriving')
  expect(lastSuccess!.getTime()).toBeGreaterThanOrEqual(lastError!.at.getTime())
})
