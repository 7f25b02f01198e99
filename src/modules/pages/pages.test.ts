import { expect, test } from 'vitest'
import { clock, days, hours } from '#kernel/clock.ts'
import { env } from '#kernel/env.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { type Block, beginnings, type Tree } from './rules/blocks.ts'
import { forget, recalled } from './service/serving.ts'

const h1 = (text: string): Block => ({ type: 'heading', props: { id: 'h1', text, level: 1 } })
const words = (text: string): Block => ({ type: 'text', props: { id: 't1', text } })
const tree = (...content: Block[]): Tree => ({ content })

async function aSite() {
  const church = await aChurch()
  const { accounts } = await church.owner.clients.mine({})
  const { send } = await aServer()
  const at = `/c/${accounts[0]!.slug}`
  const open = async (path: string, headers: Record<string, string> = {}) => {
    forget()
    const answer = await send(path, { headers })
    return { status: answer.status, html: await answer.text(), headers: answer.headers }
  }
  const publish = async (id: string, draft: Tree) => {
    const { version } = await church.staff.pages.get({ id })
    const changed = await church.staff.pages.update({ id, version, draft })
    return church.staff.pages.publish({ id, version: changed.version })
  }
  return { church, at, open, publish, send, slug: accounts[0]!.slug }
}

test('a page is made, published, changed and unpublished; visitors see what was published', async () => {
  const { church, at, open, publish } = await aSite()
  const made = await church.staff.pages.create({ name: 'Plan a visit' })
  expect(made).toMatchObject({ slug: 'plan-a-visit', isLive: false })
  expect((await open(`${at}/plan-a-visit`)).status).toBe(404)
  await publish(made.id, tree(h1('Welcome'), words('Come **as you are**')))
  const page = await open(`${at}/plan-a-visit`)
  expect(page).toMatchObject({ status: 200, html: expect.stringContaining('<strong>as you are</strong>') })
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  expect(page.html).not.toContain('<script')
  const { version } = await church.staff.pages.get({ id: made.id })
  await church.staff.pages.update({ id: made.id, version, draft: tree(h1('Not yet')) })
  expect((await open(`${at}/plan-a-visit`)).html).toContain('Welcome')
  await church.staff.pages.unpublish({ id: made.id })
  expect((await open(`${at}/plan-a-visit`)).status).toBe(404)
})

test('what is not ready is not published, and says why at its block', async () => {
  const { church } = await aSite()
  const { id, version } = await church.staff.pages.create({ name: 'A', template: 'visit' })
  await expect(church.staff.pages.publish({ id, version })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: 'Before it can be published: Form: choose a published form.',
    data: { issues: [{ path: ['draft', 'form-3'] }] },
  })
})

test('of two editors the second is told; a double publish is one version', async () => {
  const { church, publish } = await aSite()
  const { id, version } = await church.staff.pages.create({ name: 'A' })
  await church.staff.pages.update({ id, version, draft: tree(h1('One')) })
  await expect(church.owner.pages.update({ id, version, draft: tree(h1('Two')) })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const { version: now } = await publish(id, tree(h1('One')))
  await church.staff.pages.publish({ id, version: now })
  expect((await church.staff.pages.versions({ id })).items).toHaveLength(1)
})

test('a version goes back into the draft, and visitors see it once it is published again', async () => {
  const { church, at, open, publish } = await aSite()
  const { id } = await church.staff.pages.create({ name: 'A' })
  await publish(id, tree(h1('First')))
  const second = await publish(id, tree(h1('Second')))
  await church.staff.pages.saveVersion({ id, name: 'Before Easter' })
  expect((await church.staff.pages.versions({ id })).items.map(one => one.name)).toEqual(['Before Easter', '', ''])
  const { version } = await church.staff.pages.get({ id })
  expect(version).toBeGreaterThan(second.version)
  const back = await church.staff.pages.rollBack({ id, version, number: 1 })
  expect((await open(`${at}/a`)).html).toContain('Second')
  await church.staff.pages.publish({ id, version: back.version })
  expect((await open(`${at}/a`)).html).toContain('First')
})

test('an address that moved leads on; one that is taken or reserved is refused', async () => {
  const { church, at, open, publish } = await aSite()
  const { id } = await church.staff.pages.create({ name: 'Easter' })
  const live = await publish(id, tree(h1('Easter')))
  const moved = await church.staff.pages.update({ id, version: live.version, slug: 'easter-2027' })
  const old = await open(`${at}/easter`)
  expect([old.status, old.headers.get('location')]).toEqual([301, `${at}/easter-2027`])
  await church.staff.pages.create({ name: 'Alpha' })
  for (const [slug, message] of [
    ['alpha', 'Another page has this address'],
    ['book', 'This address is reserved. Please choose another one'],
    ['Ünïcode', 'Use lowercase letters, digits and hyphens'],
  ] as const) {
    const refused = church.staff.pages.update({ id, version: moved.version, slug })
    await expect(refused).rejects.toMatchObject({ data: { issues: [{ path: ['slug'], message }] } })
  }
})

test('the first page answers at the church’s own address, and only one is', async () => {
  const { church, at, open, publish } = await aSite()
  const [a, b] = [await church.staff.pages.create({ name: 'A' }), await church.staff.pages.create({ name: 'B' })]
  for (const { id } of [a, b]) {
    const { version } = await publish(id, tree(h1(`Page ${id}`)))
    await church.staff.pages.update({ id, version, isHome: true, menuRank: 1 })
  }
  expect((await open(at)).html).toContain(`Page ${b.id}`)
  expect((await open(`${at}/a`)).status).toBe(200)
  expect((await open(`${at}/b`)).headers.get('location')).toBe(at)
  expect((await open(at)).html).toMatch(
    /<nav aria-label="Main"><a href="[^"]+\/a">A<\/a><a href="[^"]+" aria-current="page">B/,
  )
})

test('a page opens and closes at its hour', async () => {
  const { church, at, open } = await aSite()
  const { id, version } = await church.staff.pages.create({ name: 'VBS' })
  await church.staff.pages.update({ id, version, draft: tree(h1('VBS')) })
  const [publishAt, unpublishAt] = [new Date(clock.ms() + hours(1)), new Date(clock.ms() + days(2))]
  await church.staff.pages.schedule({ id, publishAt, unpublishAt })
  await church.settle({ schedules: true })
  expect((await open(`${at}/vbs`)).status).toBe(404)
  clock.advance(hours(2))
  await church.settle({ schedules: true })
  expect((await open(`${at}/vbs`)).status).toBe(200)
  clock.advance(days(3))
  await church.settle({ schedules: true })
  expect((await open(`${at}/vbs`)).status).toBe(404)
})

test('a preview shows the draft for seven days to anyone who has its link', async () => {
  const { church, open } = await aSite()
  const { id, version } = await church.staff.pages.create({ name: 'Secret' })
  await church.staff.pages.update({ id, version, draft: tree(h1('Still a draft')) })
  const { url } = await church.staff.pages.preview({ id })
  const path = new URL(url).pathname
  expect((await open(path)).html).toContain('Still a draft')
  expect((await open(path)).headers.get('x-robots-tag')).toBe('noindex')
  expect((await open(`${path.slice(0, -4)}AAAA`)).status).toBe(404)
  clock.advance(days(8))
  expect((await open(path)).status).toBe(404)
})

test('custom code comes from an owner alone, and runs without any part in our pages', async () => {
  const { church, at, open, publish } = await aSite()
  const code: Block = {
    type: 'code',
    props: { id: 'c1', ...beginnings.code, code: '<script>document.title = 1</script>', title: 'Map' },
  }
  const { id, version } = await church.staff.pages.create({ name: 'A' })
  await expect(church.staff.pages.update({ id, version, draft: tree(h1('A'), code) })).rejects.toMatchObject({
    message: expect.stringContaining('Only an owner'),
  })
  await church.owner.pages.update({ id, version, draft: tree(h1('A'), code) })
  await publish(id, tree(h1('B'), code))
  const page = await open(`${at}/a`)
  expect(page.html).toContain('sandbox="allow-scripts"')
  expect(page.html).not.toContain('document.title')
  const framed = await open(`${at}/a/code/c1`, { 'sec-fetch-dest': 'iframe' })
  // Without Fetch Metadata, as on plain http, the page around it is known by its address.
  expect((await open(`${at}/a/code/c1`, { referer: `${env.publicUrl}${at}/a` })).status).toBe(200)
  for (const alone of [{}, { 'sec-fetch-dest': 'document' }, { referer: 'https://elsewhere.example/a' }])
    expect((await open(`${at}/a/code/c1`, alone as Record<string, string>)).status).toBe(404)
  expect(framed.html).toContain('document.title')
  expect(framed.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
})

test('a page of another church, and a picture of another church, are out of reach', async () => {
  const [{ church }, { church: other, open, slug }] = [await aSite(), await aSite()]
  const { id, version } = await church.staff.pages.create({ name: 'Ours' })
  await expect(other.staff.pages.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const image: Block = {
    type: 'image',
    props: { id: 'i1', ...beginnings.image, fileId: '00000000-0000-4000-8000-000000000001' },
  }
  await expect(church.staff.pages.update({ id, version, draft: tree(h1('A'), image) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect((await open(`/c/${slug}/ours`)).status).toBe(404)
  expect((await open('/c/no-such-church')).status).toBe(404)
})

test('search engines get the pages that may be listed', async () => {
  const { church, at, open, publish } = await aSite()
  for (const name of ['Shown', 'Hidden']) {
    const { id } = await church.staff.pages.create({ name })
    const { version, seo } = await publish(id, tree(h1(name)))
    if (name === 'Hidden') {
      const { version: next } = await church.staff.pages.update({ id, version, seo: { ...seo, isHidden: true } })
      await church.staff.pages.publish({ id, version: next })
    }
  }
  const map = (await open(`${at}/sitemap.xml`)).html
  expect(map).toContain('/shown</loc>')
  expect(map).not.toContain('hidden')
  expect((await open(`${at}/hidden`)).html).toContain('content="noindex"')
})

test('what looks like a merge tag brings no markup into a page', async () => {
  const { church, at, open, publish } = await aSite()
  const { id } = await church.staff.pages.create({ name: 'Tags' })
  await publish(id, tree(h1('Tags'), words('Hello {firstName|<img src=x onerror=alert(1)>}')))
  const { html } = await open(`${at}/tags`)
  expect(html).toContain('{firstName|&lt;img')
  expect(html).not.toContain('<img src=x')
})

test('a page whose opening and end both passed while nobody looked stays closed', async () => {
  const { church } = await aSite()
  const { id, version } = await church.staff.pages.create({ name: 'VBS' })
  await church.staff.pages.update({ id, version, draft: tree(h1('VBS')) })
  const [publishAt, unpublishAt] = [new Date(clock.ms() + hours(1)), new Date(clock.ms() + hours(2))]
  await church.staff.pages.schedule({ id, publishAt, unpublishAt })
  for (const step of [hours(3), hours(1)]) {
    clock.advance(step)
    await church.settle({ schedules: true })
    expect(await church.staff.pages.get({ id })).toMatchObject({ isLive: false, publishAt: null })
  }
})

test('an invented language is no page of its own in memory', async () => {
  const { church, at, publish, send, slug } = await aSite()
  const { id } = await church.staff.pages.create({ name: 'A' })
  await publish(id, tree(h1('A')))
  forget()
  await send(`${at}/a?lang=zzz`)
  expect(recalled(slug, '/a?zzz')).toBeUndefined()
  expect(recalled(slug, '/a?')?.kind).toBe('page')
})

test('a page that was deleted comes back as a draft', async () => {
  const { church, at, open, publish } = await aSite()
  const { id } = await church.staff.pages.create({ name: 'A' })
  await publish(id, tree(h1('A')))
  await church.staff.pages.remove({ id })
  expect((await open(`${at}/a`)).status).toBe(404)
  expect(await church.staff.pages.restore({ id })).toMatchObject({ isLive: false })
  expect((await open(`${at}/a`)).status).toBe(404)
})

test('custom code does not hide in a column that is not shown, and runs from a shared section too', async () => {
  const { church, at, open, publish } = await aSite()
  const code: Block = { type: 'code', props: { id: 'c1', ...beginnings.code, code: '<p>Ours</p>', title: 'Ours' } }
  const hidden: Block = { type: 'columns', props: { id: 'x1', ...beginnings.columns, count: 1, four: [code] } }
  const { id, version } = await church.staff.pages.create({ name: 'A' })
  await expect(church.staff.pages.update({ id, version, draft: tree(h1('A'), hidden) })).rejects.toMatchObject({
    message: expect.stringContaining('Only an owner'),
  })
  await expect(church.staff.pageSections.create({ name: 'S', content: [code] })).rejects.toMatchObject({
    message: expect.stringContaining('Only an owner'),
  })
  const section = await church.owner.pageSections.create({ name: 'S', content: [code] })
  await publish(id, tree(h1('A'), { type: 'section', props: { id: 's1', sectionId: section.id } }))
  const page = await open(`${at}/a`)
  expect(page.headers.get('content-security-policy')).toContain("frame-src 'self'")
  expect((await open(`${at}/a/code/c1`, { 'sec-fetch-dest': 'iframe' })).html).toContain('<p>Ours</p>')
})

test('a picture for link previews is one of the church', async () => {
  const { church } = await aSite()
  const { id, version, seo } = await church.staff.pages.create({ name: 'A' })
  const pictureId = '00000000-0000-4000-8000-000000000001'
  await expect(church.staff.pages.update({ id, version, seo: { ...seo, pictureId } })).rejects.toMatchObject({
    message: 'A picture is no longer available. Please choose it again',
  })
})

test('a redirect leads to a page or another address, and to nothing that leads back', async () => {
  const { church, at, open, publish, slug } = await aSite()
  const { id } = await church.staff.pages.create({ name: 'Visit' })
  const redirects = church.staff.siteRedirects
  const made = await redirects.create({ slug: 'come', pageId: id, target: '' })
  expect(made).toMatchObject({ pageName: 'Visit', leadsTo: null })
  expect((await open(`${at}/come`)).status).toBe(404)
  await publish(id, tree(h1('Visit')))
  expect((await open(`${at}/come`)).headers.get('location')).toBe(`${at}/visit`)
  await redirects.create({ slug: 'radio', pageId: null, target: 'https://radio.example/grace' })
  expect((await open(`${at}/radio`)).headers.get('location')).toBe('https://radio.example/grace')
  const home = `http://127.0.0.1:3000/c/${slug}`
  for (const [field, wrong] of [
    ['slug', { slug: 'visit', pageId: null, target: 'https://x.example/' }],
    ['slug', { slug: 'rest', pageId: null, target: 'https://x.example/' }],
    ['target', { slug: 'a', pageId: null, target: 'javascript:alert(1)' }],
    ['target', { slug: 'a', pageId: null, target: '' }],
    ['target', { slug: 'a', pageId: id, target: 'https://x.example/' }],
    ['target', { slug: 'a', pageId: null, target: `${home}/a?x=1` }],
    ['target', { slug: 'a', pageId: null, target: `${home}/come` }],
    ['pageId', { slug: 'a', pageId: crypto.randomUUID(), target: '' }],
  ] as const)
    await expect(redirects.create(wrong), JSON.stringify(wrong)).rejects.toMatchObject({
      data: { issues: [{ path: [field] }] },
    })
  await expect(redirects.create({ slug: 'come', pageId: id, target: '' })).rejects.toMatchObject({ code: 'TAKEN' })
  expect((await redirects.list({ search: 'rad' })).items.map(one => one.slug)).toEqual(['radio'])
  await redirects.remove({ id: made.id })
  expect((await open(`${at}/come`)).status).toBe(404)
})

test('the navigation has the pages that were chosen, in their order', async () => {
  const { church, at, open, publish } = await aSite()
  const ids: string[] = []
  for (const name of ['A', 'B', 'C']) {
    const { id } = await church.staff.pages.create({ name })
    await publish(id, tree(h1(name)))
    ids.push(id)
  }
  const [a, b, c] = ids as [string, string, string]
  const shown = async () =>
    [...(await open(`${at}/a`)).html.matchAll(/<a href="[^"]+"[^>]*>([ABC])<\/a>/g)].map(one => one[1])
  await church.staff.pages.orderMenu({ ids: [c, a, b] })
  expect(await shown()).toEqual(['C', 'A', 'B'])
  await church.staff.pages.orderMenu({ ids: [b, c] })
  expect(await shown()).toEqual(['B', 'C'])
  await expect(church.staff.pages.orderMenu({ ids: [crypto.randomUUID()] })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a feed names the pages that were published last, without hidden ones', async () => {
  const { church, at, send, publish } = await aSite()
  const first = await church.staff.pages.create({ name: 'Easter & Passover' })
  await publish(first.id, tree(h1('Easter')))
  const hidden = await church.staff.pages.create({ name: 'Hidden' })
  const { version } = await church.staff.pages.get({ id: hidden.id })
  const seo = { title: '', description: '', pictureId: null, canonical: '', isHidden: true }
  await church.staff.pages.update({ id: hidden.id, version, seo })
  await publish(hidden.id, tree(h1('Hidden')))
  const feed = await send(`${at}/feed.xml`)
  expect(feed.headers.get('content-type')).toContain('application/rss+xml')
  const text = await feed.text()
  expect(text).toContain('<title>Easter &amp; Passover</title>')
  expect(text).not.toContain('Hidden')
})

test('an API key without the scope to publish changes the draft of a published page, and neither its address nor its place', async () => {
  const { church, publish, send } = await aSite()
  const { id } = await church.staff.pages.create({ name: 'Visit' })
  const { version } = await publish(id, tree(h1('Visit')))
  const { key } = await church.owner.apiKeys.create({ name: 'Site', scopes: ['content.read', 'content.write'] })
  const change = (changes: object) =>
    send(`/rest/v1/pages/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ version, ...changes }),
    }).then(({ status }) => status)
  for (const changes of [{ slug: 'other' }, { isHome: true }, { menuRank: 1 }, { name: 'Other' }])
    expect(await change(changes), JSON.stringify(changes)).toBe(403)
  expect(await change({ draft: tree(h1('Not yet')) })).toBe(200)
})

test('the giving block leads to a campaign with its thermometer, which visitors see without a gift; a private one is closed', async () => {
  const { church, at, open, publish, slug } = await aSite()
  const campaign = await church.finance.givingCampaigns.create({ name: 'New Roof', goal: 100_000 })
  await church.finance.gifts.record({
    key: crypto.randomUUID(),
    personId: null,
    receivedOn: '2026-01-04',
    method: 'cash',
    lines: [{ amount: 128_000, campaignId: campaign.id }],
  })
  const { id } = await church.staff.pages.create({ name: 'Generosity' })
  const giving = (campaignId: string | null): Block => ({
    type: 'giving',
    props: { ...beginnings.giving, id: `g-${campaignId ?? 'all'}`, campaignId },
  })
  await publish(id, tree(h1('Give'), giving(campaign.id), giving(null)))
  const { html } = await open(`${at}/generosity`)
  expect(html).toContain('Goal: <b>$1,000.00</b>. The amount raised is shown once 5 people have given.')
  expect(html).not.toMatch(/1,280|128%/)
  expect(html).toContain(`href="/give/${slug}/${campaign.slug}"`)
  expect(html).toContain(`href="/give/${slug}"`)
  const { version } = await church.finance.givingCampaigns.get({ id: campaign.id })
  await church.finance.givingCampaigns.update({ id: campaign.id, version, visibility: 'private' })
  expect((await open(`${at}/generosity`)).html).toContain('Online giving is not open at the moment.')
})

test('a Bible passage on a page is the stored text, and one that no Bible has keeps the page from being published', async () => {
  const { church, at, open, publish } = await aSite()
  const { id } = await church.staff.pages.create({ name: 'Hope' })
  const verse = (reference: string): Block => ({ type: 'verse', props: { id: 'v1', reference, edition: 'web' } })
  await publish(id, tree(h1('Hope'), verse('Romans 15:13')))
  const { html } = await open(`${at}/hope`)
  expect(html).toContain('Now may the God of hope fill you with all joy and peace in believing')
  expect(html).toContain('<b>Romans 15:13</b><span>WEB</span>')
  await expect(publish(id, tree(h1('Hope'), verse('Hezekiah 3:16')))).rejects.toMatchObject({
    message: 'Before it can be published: Bible passage: enter a Bible passage such as John 3:16-21.',
  })
})
