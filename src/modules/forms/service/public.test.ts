import { createHash, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, days, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { aForm, fill, hiddenIn, inboxOf, open, pageOf, pat, peopleOf, post } from '#testing/forms.ts'
import { testHouse } from '#testing/house.ts'
import { problemsOf } from '../rules/answers.ts'

afterEach(() => clock.reset())

test('sent twice, at once or much later, it is one; other words under the same key are another', async () => {
  const { church, at } = await aForm('contact')
  const words = { ...pat(), subject: 'Hi', message: 'When do you meet?' }
  const { body } = await fill(at, words)
  await Promise.all([1, 2, 3].map(() => post(at, body)))
  await runWaitingJobs()
  expect((await post(at, body)).status).toBe(200)
  expect(await inboxOf(church)).toHaveLength(1)
  // Husband, Back, wife: the page's key is the same.
  await post(at, body.replace('Pat', 'Kim'))
  await post(at, body.replace('Pat', 'Kim'))
  await runWaitingJobs()
  expect((await inboxOf(church)).map(one => one.name)).toEqual(['Kim Miller', 'Pat Miller'])
  expect(await peopleOf(church)).toHaveLength(2)
  expect((await church.staff.leads.list({})).items).toEqual([])
  expect(await church.staff.forms.stats({ id: (await inboxOf(church))[0]!.formId })).toMatchObject({ completes: 2 })
})

test('a flood from one place goes to quarantine, and beyond that is refused with a sentence', async () => {
  const { church, form, at } = await aForm('survey')
  const html = await pageOf(at)
  clock.advance(seconds(20))
  const one = () =>
    new URLSearchParams({ often: 'Every week', key: randomUUID(), token: hiddenIn(html, 'token') }).toString()
  const { owner } = await testHouse()
  const flood = (n: number) =>
    owner.query(
      `insert into page_attempts (client_id, form, place, created_at)
       select client_id, form, place, created_at from page_attempts, generate_series(1, $2) where client_id = $1 limit $2`,
      [church.id, n],
    )
  expect((await post(at, one())).status).toBe(200)
  await flood(599)
  expect((await post(at, one())).status).toBe(200)
  expect(await church.staff.formSubmissions.counts({ formId: form.id })).toMatchObject({ quarantined: 1 })
  await flood(2_400)
  const refused = await post(at, one())
  expect([refused.status, (await refused.json()).message]).toEqual([429, expect.stringContaining('in an hour')])
})

test('what is wrong is said beside its field on both sides of the wire, and nothing is stored; without JavaScript too', async () => {
  const { church, at } = await aForm('event')
  const bad = { ...pat(), last_name: ' ', email: 'pat@', phone: '12', guests: 'many', meal: 'Steak', allergies: 'yes' }
  const { answer, body } = await fill(at, bad)
  expect(answer.status).toBe(400)
  expect((await answer.json()).problems).toEqual({
    last_name: 'Please fill this in',
    email: 'Please enter a valid email address',
    phone: 'Please enter a phone number with its area code',
    guests: 'Please enter a number',
    meal: 'Please choose one of these answers',
    allergy_details: 'Please fill this in',
  })
  const page = await post(at, body, { accept: 'text/html' })
  const html = await page.text()
  expect(page.status).toBe(400)
  expect(html).toContain('Please check 6 answers.')
  expect(html).toMatch(/name="first_name"[^>]*value="Pat"/)
  expect(await inboxOf(church)).toEqual([])

  // Not asked, so not required, and not believed either.
  const good = { ...pat(), guests: '2', allergies: 'no', allergy_details: 'nuts' }
  const { body: fine } = await fill(at, good)
  expect(await inboxOf(church)).toHaveLength(1)
  const sent = await post(at, fine, { accept: 'text/html' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `${at}?sent=1`])
  expect(await pageOf(`${at}?sent=1`)).toContain('You are signed up')
  expect((await post(at, `message=${'x'.repeat(300_000)}`)).status).toBe(400)
})

test('a closed, deleted or suspended form says so kindly; a page that was open is still taken', async () => {
  const { church, form, at } = await aForm('survey')
  const html = await pageOf(at)
  const late = () =>
    new URLSearchParams({ often: 'Every week', key: randomUUID(), token: hiddenIn(html, 'token') }).toString()
  await church.staff.forms.unpublish({ id: form.id })
  const closed = await open(at)
  expect([closed.status, await closed.text()]).toEqual([404, expect.stringContaining('Form not found')])
  expect((await post(at, 'often=Every+week')).status).toBe(404)
  clock.advance(seconds(20))
  expect((await post(at, late())).status).toBe(200)
  const { owner } = await testHouse()
  await church.staff.forms.publish(await church.staff.forms.get(form))
  await owner.query(`update clients set access = 'suspended' where id = $1`, [church.id])
  const resting = await open(at)
  expect([resting.status, await resting.text()]).toEqual([503, expect.stringContaining('This form is paused')])
  expect((await post(at, late())).status).toBe(503)
  await owner.query(`update clients set access = 'full' where id = $1`, [church.id])
  await church.staff.forms.remove({ id: form.id })
  expect((await post(at, late())).status).toBe(404)
  expect(await inboxOf(church)).toEqual([])
  expect(await church.staff.forms.list({ deleted: true })).toMatchObject({ total: 1 })
  await church.staff.forms.restore({ id: form.id })
  expect(await inboxOf(church)).toHaveLength(1)
  clock.advance(days(31))
  await church.staff.forms.remove({ id: form.id })
  clock.advance(days(31))
  await expect(church.staff.forms.restore({ id: form.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the page lets no script of anyone run, sets no cookie, and only its embedded form may be framed', async () => {
  const { church, form, at } = await aForm('contact')
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
  const { version, draft } = await church.staff.forms.get(form)
  const fields = draft.fields.map(one => ({ ...one, label: evil, help: evil }))
  const hidden = { ...fields[0]!, key: 'campaign', type: 'hidden' as const, map: '' as const, required: false }
  const changed = { ...draft, title: evil, intro: evil, fields: [...fields, hidden] }
  await church.staff.forms.publish(await church.staff.forms.update({ id: form.id, version, draft: changed }))
  const page = await open(`${at}?campaign=${encodeURIComponent(evil)}&first_name=Eve`)
  const html = await page.text()
  expect(html).not.toMatch(/<script>|<img src=x/)
  expect(html).toContain('&lt;script&gt;')
  expect(html).not.toContain('Eve')
  expect(html).toMatch(/name="campaign" value="&quot;/)
  const answered = await post(at, new URLSearchParams({ first_name: evil, email: evil }).toString(), {
    accept: 'text/html',
  })
  expect(await answered.text()).not.toMatch(/<script>|<img src=x/)
  const says = (response: Response, name: string) => response.headers.get(name)
  expect([says(page, 'set-cookie'), says(page, 'x-frame-options'), says(page, 'cache-control')]).toEqual([
    null,
    'DENY',
    'no-store',
  ])
  expect(says(page, 'content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  const { owner } = await testHouse()
  await owner.query(`update clients set brand_color = '#ffd54f' where id = $1`, [church.id])
  const branded = await open(at)
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(await branded.text()) ?? []
  expect(style).toBe(':root{--brand:#ffd54f;--on-brand:#000000}')
  expect(says(branded, 'content-security-policy')).toContain(createHash('sha256').update(style).digest('base64'))
  const framed = await open(`${at}?embed=1`)
  expect([says(framed, 'x-frame-options'), says(framed, 'set-cookie')]).toEqual([null, null])
  expect(says(framed, 'content-security-policy')).toContain('frame-ancestors *')
  const kiosk = await pageOf(`${at}?kiosk=1&campaign=spring`)
  expect(kiosk).toMatch(/autocomplete="off"/)
  expect(kiosk).not.toMatch(/given-name|spring/)
  const script = await (await open(`/embed/forms/${form.slug}.js`)).text()
  expect(script).not.toContain('<script')
  expect(script).toContain(`/f/${form.slug}?embed=1`)
  const code = await open(`${at}/qr.svg`)
  expect([says(code, 'content-type'), await code.text()]).toEqual(['image/svg+xml', expect.stringContaining('<svg')])
  const rules = await (await open('/f/rules.js')).text()
  expect(rules).toContain('export function problemsOf')
  const ran = await import(`data:text/javascript,${encodeURIComponent(rules)}`)
  expect(ran.problemsOf(draft.fields, { email: 'x' })).toEqual(problemsOf(draft.fields, { email: 'x' }))
})

test('views, beginnings and sendings are counted by the church’s day', async () => {
  const { church, form, at } = await aForm('survey')
  const say = (what: string) => open(`${at}/seen`, { method: 'POST', body: what })
  for (const what of ['view', 'view', 'start', 'nonsense', 'exit:often', 'exit:often', 'exit:nothing'])
    expect((await say(what)).status).toBe(204)
  await fill(at, { often: 'Every week' })
  expect(await church.viewer.forms.stats({ id: form.id })).toMatchObject({
    views: 2,
    starts: 1,
    completes: 1,
    items: [{ views: 2, starts: 1, completes: 1 }],
    exits: [{ key: 'often', count: 2 }],
  })
})

test('a name that is a link goes to nobody’s mailbox, and links are counted wherever they are written', async () => {
  const { church, form, at } = await aForm('connect')
  const handling = { ...form.handling, reply: true, replyText: 'Hello {firstName|friend}, thank you.' }
  await church.staff.forms.update({ id: form.id, version: form.version, handling })
  const invisible = 'h\u200bttps://a.example'
  const changes: Record<string, string>[] = [
    { first_name: 'You won! win.example.com/now' },
    { 'family.0.role': 'child', 'family.0.firstName': 'ｗｗｗ.spam.example' },
    { 'family.0.firstName': 'Al', 'family.0.lastName': 'Reed', message: `${invisible} ${invisible} www.c.example` },
    { first_name: 'J.R.', last_name: 'St. John-O’Neil Jr.' },
  ]
  for (const change of changes) await fill(at, { ...pat(), ...change })
  await runWaitingJobs()
  const quarantined = await inboxOf(church, { state: ['quarantined'] })
  expect(quarantined.map(one => one.signs[0])).toEqual([
    'It has 3 links',
    'A name has a web address',
    'A name has a web address',
  ])
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select body_text from messages where client_id = $1 and kind = 'form-auto-reply'`,
    [church.id],
  )
  expect(rows.map(row => row.body_text).join()).toContain('Hello J.R.')
  expect(rows.map(row => row.body_text).join()).not.toContain('win.example')
})

test('a robot is answered as if it were welcome and kept apart; staff can say that it was a person', async () => {
  const { church, form, at } = await aForm('contact')
  const words = (message = 'Hello') => ({ ...pat(), subject: 'Hi', message, email_news: 'yes' })
  const html = await pageOf(at)
  const tooFast = new URLSearchParams({ ...words(), key: randomUUID(), token: hiddenIn(html, 'token') })
  clock.advance(seconds(2))
  expect((await post(at, tooFast.toString())).status).toBe(200)
  await fill(at, words(), { website: 'https://spam.example' })
  await fill(at, words(), { token: 'forged' })
  await fill(at, words('https://a.example https://b.example www.c.example'))
  await runWaitingJobs()
  expect(await inboxOf(church)).toEqual([])
  expect(await peopleOf(church)).toEqual([])
  const quarantined = await inboxOf(church, { state: ['quarantined'] })
  expect(quarantined.map(one => one.signs)).toEqual([
    ['It has 3 links'],
    ['It did not come from the form page'],
    ['A hidden field was filled in'],
    ['It was submitted within three seconds'],
  ])
  const { owner } = await testHouse()
  const said = async () =>
    (await owner.query('select 1 from consents where value = $1', [quarantined[3]!.email])).rows.length
  expect(await said()).toBe(0)
  expect(await church.staff.formSubmissions.counts({ formId: form.id })).toMatchObject({ quarantined: 4 })

  await church.staff.formSubmissions.notSpam({ selection: { ids: [quarantined[3]!.id] } })
  await runWaitingJobs()
  expect(await inboxOf(church)).toMatchObject([{ id: quarantined[3]!.id, state: 'processed' }])
  expect(await said()).toBe(1)
  // Called spam and not spam again, it is not read twice.
  await church.staff.formSubmissions.markSpam({ selection: { ids: [quarantined[3]!.id] } })
  expect(await inboxOf(church)).toEqual([])
  await church.staff.formSubmissions.notSpam({ selection: { ids: [quarantined[3]!.id] } })
  await runWaitingJobs()
  expect([await said(), (await peopleOf(church)).length]).toEqual([1, 1])
})

test('what pages say without being asked has a limit for each network and form', async () => {
  const say = (what: string) => open(`/f/nobody-${what}/seen`, { method: 'POST', body: 'view' })
  const statuses = []
  for (let i = 0; i < 201; i++) statuses.push((await say('a')).status)
  expect([...new Set(statuses.slice(0, 200)), statuses[200]]).toEqual([204, 429])
  expect((await say('b')).status).toBe(204)
})

test('a page has a description, and search engines may list it only where the church wants that', async () => {
  const { church, form, at } = await aForm('contact')
  const robots = async (address: string) => (await open(address)).headers.get('x-robots-tag')
  expect(await robots(at)).toBe('noindex')
  expect(await pageOf(at)).toMatch(/<meta name="description" content="[^"]+">/)
  const { id, version, handling } = await church.staff.forms.get(form)
  await church.staff.forms.update({ id, version, handling: { ...handling, indexed: true } })
  expect(await robots(at)).toBeNull()
  const html = await pageOf(at)
  expect(html).not.toContain('name="robots"')
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="http[^"]+${at}">`))
  for (const query of ['kiosk=1', 'embed=1', 'sent=1', `finish=${randomUUID()}`, 'for=someone'])
    expect(await robots(`${at}?${query}`), query).toBe('noindex')
})
