import { beforeEach, expect, test } from 'vitest'
import { latestEvidence, subscribe, unsubscribe } from '#consent/service.ts'
import { aSendingChurch, mailbox, pathIn, query, type SendingChurch } from '#testing/campaigns.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { starters } from '../blocks/rules/starters.ts'
import { rssOf } from '../rules/rss.ts'

let church: SendingChurch
beforeEach(async () => {
  church = await aSendingChurch()
})

test('no GET of a scanner changes anything: ways out, preferences, confirmations, counters of machines', async () => {
  const server = await aServer()
  await church.owner.topics.create({ name: 'Youth', description: '', isPublic: true, doubleOptIn: true })
  const [email] = await church.readers(1)
  const asked = newEmail()
  const slug = (await query('select slug from clients where id = $1', [church.id]))[0].slug
  const join = await server.send(`/subscribe/${slug}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email: asked, topic: 'youth', name: 'Al' }).toString(),
  })
  expect(join.headers.get('location')).toContain('done=asked')
  const draft = await church.aDraft()
  await church.staff.emailCampaigns.send(draft)
  await church.settle()
  const [mail] = await mailbox(email!)
  const [confirmation] = await mailbox(asked, 'confirm-subscription')
  const links = [
    ...['unsubscribe', 'preferences'].map(path => pathIn(mail.body_html, new RegExp(`/${path}/v1[\\w.-]+`))),
    pathIn(confirmation.body_text, /\/confirm\/v1[\w.-]+/),
  ]
  const standing = () =>
    query(
      `select 'c' || count(*) as n from consents where client_id = $1 union all select 's' || count(*) from suppressions where client_id = $1 order by 1`,
      [church.id],
    )
  const before = await standing()
  for (const link of links) {
    for (const method of ['GET', 'HEAD'] as const)
      await server.send(link, { method, headers: { 'user-agent': 'Barracuda' } })
  }
  expect(await standing()).toEqual(before)
  // The button does it, once.
  const said = () =>
    church.inside(async ctx => (await latestEvidence(ctx, [asked], { channel: 'email', topic: 'youth' })).get(asked))
  expect(await said()).toBeUndefined()
  for (let i = 0; i < 2; i++) expect((await server.send(links[2]!, { method: 'POST' })).status).toBe(303)
  expect(await said()).toBe('granted')
  expect(await query(`select from consents where value = $1`, [asked])).toHaveLength(1)
})

test('anyone who signs up on the church’s page is someone to write to; a robot comes to an end', async () => {
  const server = await aServer()
  const slug = (await query('select slug from clients where id = $1', [church.id]))[0].slug
  const join = async (fields: Record<string, string>) =>
    new URL(
      (
        await server.send(`/subscribe/${slug}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(fields).toString(),
        })
      ).headers.get('location')!,
      'http://x',
    ).search
  const email = newEmail()
  expect(await join({ email: 'nobody', topic: 'newsletter' })).toBe('?problem=email')
  expect(await join({ email })).toBe('?problem=topic')
  expect(await join({ email, topic: 'newsletter', website: 'http://spam' })).toBe('?done=asked')
  expect(await query('select from people where client_id = $1', [church.id])).toEqual([])
  for (const name of ['Ruth Bennett', 'Ruth Bennett', ''])
    expect(await join({ email, topic: 'newsletter', name })).toBe('?done=subscribed')
  const people = await query('select first_name, source from people where client_id = $1', [church.id])
  expect(people).toEqual([{ first_name: 'Ruth', source: 'Sign-up page' }])
  const draft = await church.aDraft()
  expect((await church.staff.emailCampaigns.send(draft)).progress).toMatchObject({ total: 1, waiting: 1 })
  await query(
    `insert into page_attempts (client_id, form, place)
     select client_id, form, place from page_attempts, generate_series(1, 600) where client_id = $1`,
    [church.id],
  )
  expect(await join({ email: newEmail(), topic: 'newsletter' })).toBe('?problem=many')
})

test('mails that ask for confirmation count against the place they were asked from', async () => {
  const server = await aServer()
  await church.owner.topics.create({ name: 'Youth', description: '', isPublic: true, doubleOptIn: true })
  const slug = (await query('select slug from clients where id = $1', [church.id]))[0].slug
  const join = async () => {
    const body = new URLSearchParams({ email: newEmail(), topic: 'youth' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return (await server.send(`/subscribe/${slug}`, { method: 'POST', headers, body })).headers.get('location')
  }
  expect(await join()).toContain('done=asked')
  await query(
    `insert into page_attempts (client_id, form, place)
     select client_id, form, place from page_attempts, generate_series(1, 600) where client_id = $1`,
    [church.id],
  )
  expect(await join()).toContain('problem=many')
})

test('the preference page turns topics on and off for one address, all off, and back', async () => {
  const server = await aServer()
  await church.owner.topics.create({ name: 'Youth', description: '', isPublic: true, doubleOptIn: false })
  await church.owner.topics.create({ name: 'Board', description: '', isPublic: false, doubleOptIn: false })
  const [email] = await church.readers(1)
  const draft = await church.aDraft()
  await church.staff.emailCampaigns.send(draft)
  await church.settle()
  const link = pathIn((await mailbox(email!))[0].body_html, /\/preferences\/v1[\w.-]+/)
  const token = link.split('/').at(-1)!
  const shown = async () => (await church.visitor.preferences.view({ token })).topics.map(({ key, on }) => [key, on])
  expect(await shown()).toEqual([
    ['newsletter', true],
    ['youth', false],
  ])
  const press = (choice: string, topics: string[]) =>
    server.send(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([['choice', choice], ...topics.map(key => ['topic', key])] as never).toString(),
    })
  expect((await press('save', ['youth', 'board'])).status).toBe(303)
  expect(await shown()).toEqual([
    ['newsletter', false],
    ['youth', true],
  ])
  await press('none', [])
  expect(await shown()).toEqual([
    ['newsletter', false],
    ['youth', false],
  ])
  const left = async () => (await church.staff.emailCampaigns.get(draft)).progress!.unsubscribed
  expect(await left()).toBe(1)
  await press('undo', ['newsletter'])
  expect(await left()).toBe(0)
  expect(await shown()).toEqual([
    ['newsletter', true],
    ['youth', false],
  ])
  expect(await query(`select from consents where value = $1 and topic = 'board'`, [email])).toEqual([])
  // Someone who wrote "take me off" resubscribes only by their own link, and only to what they choose.
  await church.inside(ctx => unsubscribe(ctx, email!, { topic: '', channel: 'email', source: 'reply' }))
  expect(await shown()).toEqual([
    ['newsletter', false],
    ['youth', false],
  ])
  await press('save', ['youth'])
  expect(await shown()).toEqual([
    ['newsletter', false],
    ['youth', true],
  ])
  expect((await press('erase', [])).status).toBe(400)
  expect(
    (await server.send('/preferences/v1.x', { method: 'POST', body: new URLSearchParams({ choice: 'none' }) })).status,
  ).toBe(404)
})

test('topics: a name is used once, the standard one stays, and a deleted one can’t be written to', async () => {
  const { key } = await church.staff.topics.create({ name: 'Prayer letter' } as never)
  await expect(church.staff.topics.create({ name: 'prayer LETTER' } as never)).rejects.toMatchObject({ code: 'TAKEN' })
  expect(await church.staff.topics.change({ key: 'newsletter', name: 'Grace news' })).toMatchObject({
    standard: true,
    name: 'Grace news',
  })
  await expect(church.staff.topics.retire({ key: 'newsletter' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await church.readers(1, key)
  const draft = await church.aDraft({ topic: key })
  await church.staff.topics.retire({ key })
  await expect(church.staff.emailCampaigns.send(draft)).rejects.toMatchObject({
    data: { issues: [{ path: ['topic'] }] },
  })
  await church.staff.topics.restore({ key })
  expect((await church.staff.topics.list({})).items.map(topic => [topic.name, topic.subscribed])).toEqual([
    ['Grace news', 0],
    ['Prayer letter', 1],
  ])
  expect((await church.staff.emailCampaigns.send(draft)).progress).toMatchObject({ total: 1 })
})

test('who wants nothing more finds everything they get, also what no stranger can sign up for, and has it back', async () => {
  const server = await aServer()
  const { key } = await church.owner.topics.create({
    name: 'Elders',
    description: '',
    isPublic: false,
    doubleOptIn: false,
  })
  const [email, other] = await church.readers(2)
  await church.inside(ctx => subscribe(ctx, email!, { topic: key, source: 'staff', wording: 'x', reference: 'y' }))
  await church.staff.emailCampaigns.send(await church.aDraft())
  await church.settle()
  const on = async (of: string) => {
    const token = /\/preferences\/(v1[\w.-]+)/.exec((await mailbox(of))[0].body_html)![1]!
    const { topics } = await church.visitor.preferences.view({ token })
    const press = (fields: string[][]) =>
      server.send(`/preferences/${token}`, { method: 'POST', body: new URLSearchParams(fields) })
    return { press, keys: topics.map(topic => [topic.key, topic.on]) }
  }
  expect((await on(other!)).keys).toEqual([['newsletter', true]])
  const { keys, press } = await on(email!)
  expect(keys).toContainEqual([key, true])
  await press([['choice', 'none']])
  expect((await on(email!)).keys.filter(([, isOn]) => isOn)).toEqual([])
  expect(await church.inside(ctx => latestEvidence(ctx, [email!], { channel: 'email', topic: key }))).toEqual(
    new Map([[email, 'revoked']]),
  )
  await press([
    ['choice', 'undo'],
    ['topic', 'newsletter'],
    ['topic', key],
  ])
  expect((await on(email!)).keys).toEqual(keys)
})

test('opted out: for that address at once, with how they said it; undone by a member who may, with a reason', async () => {
  const [email] = await church.readers(1)
  const [{ id: personId }] = await query('select id from people where email = $1', [email])
  const stop = { personId, value: email!, channel: 'email' as const }
  await expect(church.staff.suppressions.add({ ...stop, how: ' ' })).rejects.toMatchObject({
    data: { issues: [{ path: ['how'] }] },
  })
  await expect(church.staff.suppressions.add({ ...stop, value: newEmail(), how: 'x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  for (const how of ['At the door', 'On the phone']) await church.pastor.suppressions.add({ ...stop, how })
  expect((await church.staff.suppressions.of({ personId })).items).toMatchObject([
    { value: email, how: 'On the phone' },
  ])
  await expect(church.aDraft().then(draft => church.staff.emailCampaigns.send(draft))).rejects.toMatchObject({
    code: 'NOBODY',
  })
  await expect(church.staff.suppressions.lift({ ...stop, why: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await church.admin.suppressions.lift({ ...stop, why: 'It was her sister' })
  expect((await church.staff.suppressions.of({ personId })).items).toEqual([])
  const [row] = await query(`select evidence from suppressions where value = $1`, [email])
  expect(row.evidence).toMatchObject({
    how: 'On the phone',
    lifted: { why: 'It was her sister', by: church.people.admin.id },
  })
  expect((await church.aDraft().then(draft => church.staff.emailCampaigns.send(draft))).progress).toMatchObject({
    waiting: 1,
  })
})

test('on the web: anyone who has the link reads it without anyone’s name; what is listed is in the archive', async () => {
  const server = await aServer()
  await church.readers(1)
  const draft = await church.aDraft({ listed: true })
  await church.staff.emailCampaigns.send(draft)
  const { webUrl } = await church.staff.emailCampaigns.get(draft)
  const answer = await server.send(new URL(webUrl!).pathname)
  const html = await answer.text()
  expect(html).toContain('Dear friend,')
  expect(html).not.toMatch(/\/(unsubscribe|preferences|r|o)\//)
  expect(html).toMatch(/<meta name="description" content="[^"]+">/)
  expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  const compressed = await server.send(new URL(webUrl!).pathname, { headers: { 'accept-encoding': 'br' } })
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  const [, , slug] = new URL(webUrl!).pathname.split('/')
  expect((await church.visitor.emailArchive.list({ church: slug! })).items).toMatchObject([{ subject: 'May' }])
  expect((await server.send(`/mail/${slug}/2026-05-01-nothing`)).status).toBe(404)
})

test('the archive is a feed of what is listed, fetched anew only when it has changed; a campaign is a sheet to print', async () => {
  const server = await aServer()
  await church.readers(1)
  const { blocks } = starters.find(one => one.key === 'bulletin')!
  const listed = await church.aDraft({ listed: true, subject: 'Bread & <wine>', preheader: '“For you”', blocks })
  await church.staff.emailCampaigns.send(listed)
  await church.staff.emailCampaigns.send(await church.aDraft({ subject: 'For members alone' }))
  const page = new URL((await church.staff.emailCampaigns.get(listed)).webUrl!).pathname
  const [, , slug] = page.split('/')
  const feed = `/mail/${slug}/rss.xml`
  const answer = await server.send(feed)
  expect(answer.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const xml = await answer.text()
  await query('select xmlparse(document $1)', [xml])
  expect(xml.match(/<item>/g)).toHaveLength(1)
  expect(xml).toContain('<title>Bread &amp; &lt;wine&gt;</title>')
  expect(xml).not.toContain('members alone')
  const etag = answer.headers.get('etag')!
  const again = await server.send(feed, { headers: { 'if-none-match': `"x", W/${etag}` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await church.staff.emailCampaigns.send(await church.aDraft({ listed: true, subject: 'Second' }))
  expect((await server.send(feed, { headers: { 'if-none-match': etag } })).status).toBe(200)
  expect((await server.send('/mail/nobody-at-all/rss.xml')).status).toBe(404)
  const strange = { title: 'a\u0001\uffffb', link: '', summary: '', at: new Date(0) }
  await query('select xmlparse(document $1)', [rssOf({ ...strange, self: '', description: '', items: [strange] })])

  const sheet = await server.send(`${page}/print`)
  const html = await sheet.text()
  expect(html).toMatch(/@page\{size:A4.*columns:2/)
  for (const words of [
    'Order of service',
    'Psalm 122:1',
    'Youth evening',
    '12 Church Road',
    'Bread &amp; &lt;wine&gt;',
  ])
    expect(html).toContain(words)
  expect(html).not.toMatch(/\{\w+\}|\/(unsubscribe|preferences)\//)
  expect(sheet.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
  expect((await server.send(`${page.replace(/.$/, '_')}/print`)).status).toBe(404)
})

test('a test goes to colleagues alone, changes nothing and is not counted', async () => {
  await church.readers(1)
  const draft = await church.aDraft()
  const to = newEmail()
  await church.pastor.emailCampaigns.test({ id: draft.id, to: [to, to] })
  const [mail, ...more] = await mailbox(to, 'campaign-test')
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: 'Test: May', body_text: expect.stringContaining('Dear Ann,') })
  expect(mail.body_html).not.toMatch(/\/[ro]\//)
  const token = /\/preferences\/(v1[\w.-]+)/.exec(mail.body_text)![1]!
  expect(await church.visitor.preferences.view({ token })).toMatchObject({ test: true })
  await church.inside(ctx => subscribe(ctx, to, { topic: 'newsletter', source: 'form', wording: 'x', reference: 'y' }))
  const server = await aServer()
  await server.send(`/preferences/${token}`, { method: 'POST', body: new URLSearchParams({ choice: 'none' }) })
  expect((await church.visitor.preferences.view({ token })).topics[0]).toMatchObject({ on: true })
})
