// Isolated: runs servers of its own
import { afterAll, expect, test } from 'vitest'
import { type MailServer, mailServer } from '../smtp.ts'
import { query } from './database.ts'
import { type Person, person, send } from './person.ts'
import { preparedDataDir } from './prepared.ts'
import { clearAway, freePort, type RunningServer, startServer } from './server.ts'
import { until } from './until.ts'

let server: RunningServer
let post: MailServer | undefined
afterAll(async () => {
  post?.close()
  await clearAway(server.dataDir, server)
})

/** The operator of this server, of the demo. */
async function operator(): Promise<Person> {
  const { body: session } = await send(`${server.url}/auth/v1/demo`, { method: 'POST' })
  const known = { email: session.user.email, token: session.access_token, userId: session.user.id, session }
  return person(server.url, { ...known, clientId: '' })
}

test('a mail server that is down: everything is kept, said, tried again, and sent once when it is back', async () => {
  const port = await freePort()
  server = await startServer({
    dataDir: await preparedDataDir(),
    port: await freePort(),
    set: { SMTP_URL: `smtp://127.0.0.1:${port}`, DEMO: 'on' },
  })
  const admin = await operator()
  const newsletter = async () => (await admin.ask('GET', '/rest/v1/newsletters')).items.at(-1)
  const held = await until('the server’s silence is noted', async () => {
    const one = await newsletter()
    return one.progress?.problem ? one : undefined
  })
  expect(held).toMatchObject({
    state: 'sending',
    progress: { total: 8, waiting: 8, sent: 0, failed: 0, problem: expect.stringContaining('ECONNREFUSED') },
  })

  const words = { form: 'site', name: 'Pat', subject: 'Hi', message: 'Hello', elapsed: 20_000, website: '' }
  const stored = await send(`${server.url}/rest/v1/contact/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...words, email: 'pat@example.org' }),
  })
  expect(stored.status).toBe(200)

  post = await mailServer(address => (address.startsWith('joel.') ? '550 5.1.1 no such user' : '250 fine'), port)
  const done = await until(
    'the newsletter has left',
    async () => {
      const one = await newsletter()
      return one.state === 'sent' ? one : undefined
    },
    90_000,
  )
  expect(done.progress).toMatchObject({ total: 8, waiting: 0, sent: 7, bounced: 1, failed: 0, problem: null })
  await until(
    'the visitor is answered',
    () => post!.letters.some(letter => /^To: .*pat@example.org/m.test(letter)),
    60_000,
  )
  const news = post.letters.filter(letter => /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m.test(letter))
  expect(news).toHaveLength(7)
  expect(new Set(news.map(letter => /^To: .*<(.+)>/m.exec(letter)![1])).size).toBe(7)
  for (const letter of post.letters) expect(letter).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256;/m)
  expect(
    await query(server.dataDir, `select value, reason, source from suppressions where reason = 'hard_bounce'`),
  ).toEqual([{ value: 'joel.nakamura@example.org', reason: 'hard_bounce', source: 'smtp' }])
}, 180_000)
