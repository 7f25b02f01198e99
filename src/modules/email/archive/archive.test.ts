import { expect, test } from 'vitest'
import { subscribe } from '#consent/service.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { asJob } from '#kernel/run.ts'
import { aUser, clientFor, nobody } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

const archive = () => clientFor(nobody()).newsletterArchive

test('what was sent is there to read, without anyone’s name, in the sitemap and the feed; drafts are not', async () => {
  const { owner } = await testHouse()
  const address = { street: '1 Lamp Street', street2: '', city: 'Springfield', region: 'IL', postalCode: '62701' }
  const { rows } = await owner.query('update clients set address = $1 where house returning id', [
    JSON.stringify(address),
  ])
  await asJob(rows[0].id, 'test', 'test', ctx =>
    subscribe(ctx, newEmail(), {
      topic: 'newsletter',
      source: 'form',
      wording: 'Yes',
      reference: 'x',
      name: 'Secret Name',
    }),
  )
  const { client } = await aUser({ admin: true })
  const draft = async (subject: string) => {
    const { id, version } = await client.newsletters.create({})
    const body = 'Dear {firstName|friend},\n\n<script>alert(1)</script>\n\n[Leave]({unsubscribeLink})'
    return client.newsletters.update({ id, version, subject, preheader: 'News & more', body })
  }
  const twins = [await draft('May & June'), await draft('May & June')]
  for (const one of twins) await client.newsletters.send(one)
  await draft('Only a draft')
  await runWaitingJobs()

  const { items } = await archive().list({ of: 'site' })
  expect(items.map(item => item.subject)).toEqual(['May & June', 'May & June'])
  expect(new Set(items.map(item => item.slug)).size).toBe(2)
  const issue = await archive().read({ of: 'site', slug: items[0]!.slug })
  expect(issue.html).toContain('Dear friend,')
  expect(issue.html).toContain('&lt;script&gt;')
  expect(issue.html).not.toMatch(/<script|Secret|unsubscribe\/v1/)
  await expect(archive().read({ of: 'site', slug: 'none' })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const { send } = await aServer()
  const feed = await (await send('/newsletter/rss.xml')).text()
  expect(feed).toContain(`<title>May &amp; June</title><link>http://127.0.0.1:3000/newsletter/${items[0]!.slug}</link>`)
  const map = await (await send('/sitemap.xml')).text()
  expect(map).toContain(`<loc>http://127.0.0.1:3000/newsletter/${items[0]!.slug}</loc>`)
  expect(map).toContain('<loc>http://127.0.0.1:3000/newsletter</loc>')
})
