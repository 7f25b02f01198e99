import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { answerWith, usageOfMonth } from '#language-models/service.ts'
import { isVerified } from '#scripture/rules/verifying.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { replaceInDocument } from './rules/document.ts'

const form = { title: 'Grace that holds', bibleVerse: 'Romans 8:31-39', theme: 'Trust' }

async function aSermon(changes: object = {}, given?: Awaited<ReturnType<typeof aChurch>>) {
  const church = given ?? (await aChurch())
  const id = randomUUID()
  await church.staff.sermons.generate({ id, ...form, ...changes })
  await church.settle()
  return { church, id, sermon: await church.staff.sermons.get({ id }) }
}

test('a sermon is generated in a job, whole, verified and from stored words', async () => {
  const church = await aChurch()
  const id = randomUUID()
  expect(await church.staff.sermons.generate({ id, ...form })).toMatchObject({ stage: 'queued', document: null })
  // Pressed twice, it is written once.
  await church.staff.sermons.generate({ id, ...form, title: 'Twice' })
  await church.settle()
  const sermon = await church.staff.sermons.get({ id })
  expect(sermon).toMatchObject({ title: form.title, stage: null, problem: '', status: 'draft' })
  expect(sermon.document!.sections.map(({ kind }) => kind)).toContain('benediction')
  const { items } = await church.staff.sermons.verify({ id })
  expect(items.length).toBeGreaterThan(20)
  expect(items.filter(({ verdict }) => verdict !== 'verified')).toEqual([])
  expect(await church.staff.sermons.list({ search: 'grace' })).toMatchObject({
    items: [{ id, bibleVerse: 'Romans 8:31-39' }],
  })
})

test.each([
  ['title', '', 'Title is required'],
  ['theme', ' ', 'Theme is required'],
  ['bibleVerse', '', 'Enter a Bible passage such as John 3:16-21'],
  ['bibleVerse', 'Hezekiah 3:16', 'Enter a Bible passage such as John 3:16-21'],
  ['bibleVerse', 'Genesis 1-11', 'Genesis 1-11 is long. Please choose at most 3 chapters'],
  ['bibleVerse', 'Acts 8:37', 'Acts 8:37 has no words in this translation. Choose another one'],
])('%s "%s" is refused at its field', async (field, value, message) => {
  const church = await aChurch()
  const refused = church.staff.sermons.generate({ id: randomUUID(), ...form, [field]: value })
  await expect(refused).rejects.toMatchObject({ data: { issues: [{ path: [field], message }] } })
  expect((await church.staff.sermons.list({})).items).toEqual([])
})

test('canceled, what comes late is let go; generated again, the earlier version stays and can come back', async () => {
  const { church, id, sermon } = await aSermon()
  await church.staff.sermons.generate({ id, ...form, tone: 'passionate' })
  expect(await church.staff.sermons.cancel({ id })).toMatchObject({ stage: null })
  await church.settle()
  expect((await church.staff.sermons.get({ id })).document).toEqual(sermon.document)
  await church.staff.sermons.generate({ id, ...form, tone: 'passionate' })
  await church.settle()
  const second = await church.staff.sermons.get({ id })
  expect(second.document).not.toEqual(sermon.document)
  expect((await church.staff.sermons.versions({ id })).items.map(({ number }) => number)).toEqual([1])
  expect((await church.staff.sermons.revert({ id, number: 1 })).document).toEqual(sermon.document)
  expect((await church.staff.sermons.versions({ id })).items).toHaveLength(2)
})

test('a section that was written again can be undone: the sermon as it was is a version', async () => {
  const { church, id, sermon } = await aSermon()
  const [first, ...rest] = sermon.document!.sections
  const mine = { ...first!.blocks[0]!, origin: 'you' as const, text: 'Our own story.' }
  const document = { ...sermon.document!, sections: [{ ...first!, blocks: [mine] }, ...rest] }
  const { version } = await church.staff.sermons.update({ id, version: sermon.version, document })
  const twice = await Promise.allSettled(
    ['a', 'b'].map(() => church.staff.sermons.rewrite({ id, version, sectionId: first!.id })),
  )
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(twice.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
  const { items } = await church.staff.sermons.versions({ id })
  expect((await church.staff.sermons.revert({ id, number: items[0]!.number })).document).toEqual(document)
})

test('what is not in the Bible keeps a sermon from being ready, and a change makes it a draft again', async () => {
  const { church, id, sermon } = await aSermon()
  const invented = {
    id: 'own',
    kind: 'text' as const,
    origin: 'you' as const,
    text: 'It is written, “The Lord likes tidy pews best of all” (Hezekiah 3:16).',
  }
  const [first, ...rest] = sermon.document!.sections
  const document = { ...sermon.document!, sections: [{ ...first!, blocks: [...first!.blocks, invented] }, ...rest] }
  const saved = await church.staff.sermons.update({ id, version: sermon.version, document })
  await expect(church.staff.sermons.update({ id, version: saved.version, status: 'ready' })).rejects.toMatchObject({
    data: {
      issues: [
        { path: ['status'], message: 'Not found in the Bible: Hezekiah 3:16. Correct this before the sermon is ready' },
      ],
    },
  })
  const corrected = await church.staff.sermons.update({ id, version: saved.version, document: sermon.document! })
  const ready = await church.staff.sermons.update({ id, version: corrected.version, status: 'ready' })
  expect(ready.status).toBe('ready')
  expect((await church.staff.sermons.update({ id, version: ready.version, document })).status).toBe('draft')
})

test('of two editors the second is told, and one section is written again without the rest', async () => {
  const { church, id, sermon } = await aSermon()
  const { version } = await church.staff.sermons.rewrite({ id, version: sermon.version, sectionId: 'introduction' })
  await expect(church.owner.sermons.update({ id, version: sermon.version, title: 'Late' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const after = await church.staff.sermons.get({ id })
  expect(after.version).toBe(version)
  expect(after.document!.sections[0]).not.toEqual(sermon.document!.sections[0])
  expect(after.document!.sections.slice(1)).toEqual(sermon.document!.sections.slice(1))
})

test('sermons on the same verses are named, and found by passage', async () => {
  const { church, id, sermon } = await aSermon()
  await church.staff.sermons.update({ id, version: sermon.version, status: 'preached', preachedOn: '2025-03-02' })
  const later = await aSermon({ title: 'Nothing can part us', bibleVerse: 'Romans 8:38-39' }, church)
  expect(later.sermon.before).toEqual([{ id, title: form.title, preachedOn: '2025-03-02' }])
  const found = await church.staff.sermons.list({ passage: 'Rom 8:35' })
  expect(found.items.map(({ title }) => title)).toEqual([form.title])
  expect((await church.staff.sermons.list({ passage: 'John 3:16' })).items).toEqual([])
})

test('a sermon is a text, a Word document and a PDF, named after its title', async () => {
  const { church, id, sermon } = await aSermon({ title: 'Grace: that “holds”!' })
  const text = await church.staff.sermons.file({ id, format: 'txt' })
  const words = Buffer.from(text.base64, 'base64').toString()
  expect(text.name).toBe('grace-that-holds.txt')
  expect(words).toContain('World English Bible (public domain)')
  expect(words.replaceAll('\r\n', '')).not.toContain('\n')
  expect(words).toContain(sermon.document!.sections[1]!.blocks[0]!.text)
  for (const [format, start] of [
    ['docx', 'PK'],
    ['pdf', '%PDF'],
    ['outline', '%PDF'],
  ] as const) {
    const { base64, name } = await church.staff.sermons.file({ id, format })
    expect(name).toMatch(/^grace-that-holds(-outline)?\.(docx|pdf)$/)
    expect(Buffer.from(base64, 'base64').toString('latin1').slice(0, start.length)).toBe(start)
  }
})

test('a shared link shows the sermon without notes, counts its visits, and ends', async () => {
  const { church, id } = await aSermon({ additionalNotes: 'Mention the boiler' })
  const { send } = await aServer()
  const { address, id: shareId } = await church.staff.sermons.share({ id, days: 7 })
  const path = new URL(address).pathname
  const page = await send(path)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('Grace that holds')
  expect(html).toContain('name="robots" content="noindex"')
  expect(html).not.toContain('boiler')
  expect(html).not.toContain('Your story here')
  expect((await church.staff.sermons.shares({ id })).items).toMatchObject([{ views: 1, revokedAt: null }])
  await church.staff.sermons.revoke({ id, shareId })
  expect((await send(path)).status).toBe(404)
  const second = await church.staff.sermons.share({ id, days: 1 })
  clock.advance(days(2))
  expect((await send(new URL(second.address).pathname)).status).toBe(404)
  clock.reset()
})

test('a sermon belongs to one church; viewers read, and volunteers change nothing', async () => {
  const { church, id, sermon } = await aSermon()
  const hope = await aChurch('Hope Chapel')
  await expect(hope.staff.sermons.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(hope.staff.sermons.file({ id, format: 'txt' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await church.viewer.sermons.get({ id })).toMatchObject({ id })
  await expect(church.viewer.sermons.update({ id, version: sermon.version, title: 'No' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await church.staff.sermons.remove({ id })
  await expect(church.staff.sermons.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await church.staff.sermons.restore({ id })).toMatchObject({ title: form.title })
})

const parts = (say: (n: number) => string) =>
  Array.from({ length: 300 }, (_, n) => ({ id: `b${n + 1}`, text: say(n + 1) }))
const blocksOf = ({ document }: Awaited<ReturnType<typeof aSermon>>['sermon']) =>
  document!.sections.flatMap(({ blocks }) => blocks)

test('a model words what the engine wrote: verses stay stored, each part says whose it is, what was spent is counted', async () => {
  const say = (n: number) =>
    `Part ${n} of what we hear today is for the people who came here with a question of their own.`
  onTestFinished(answerWith([{ value: { parts: parts(say) } }]))
  const { church, id, sermon } = await aSermon()
  expect(await church.viewer.sermons.engine({})).toEqual({ model: 'Sandbox' })
  expect(sermon.document!.writing).toEqual({ model: 'script', problem: '' })
  const blocks = blocksOf(sermon)
  expect(blocks.filter(({ origin }) => origin === 'model').length).toBeGreaterThan(10)
  for (const { kind, origin } of blocks) if (origin === 'model') expect(['verse', 'story', 'quote']).not.toContain(kind)
  const { items } = await church.staff.sermons.verify({ id })
  expect(items.filter(({ verdict }) => verdict !== 'verified')).toEqual([])
  expect(await church.inside(usageOfMonth)).toMatchObject({ calls: expect.any(Number), cost: expect.any(Number) })
  const { calls } = await church.inside(usageOfMonth)
  expect(calls).toBeGreaterThan(3)
  const again = await church.staff.sermons.rewrite({ id, version: sermon.version, sectionId: 'introduction' })
  expect(again.document!.sections[0]!.blocks.map(({ origin }) => origin)).toContain('model')
  const rewritten = (await church.inside(usageOfMonth)).calls
  expect(rewritten).toBe(calls + 1)
  await aSermon({ useModel: false }, church)
  expect((await church.inside(usageOfMonth)).calls).toBe(rewritten)
})

test('a model that invents verses, rewords them or is down leaves the engine’s words', async () => {
  const lies = [
    'As we all know and often say, the Lord likes tidy pews best of all, which is Hezekiah 3:16 for the careful reader.',
    'It stands in Romans 8:99 that all of this is for the people who came here with a question of their own.',
    'Hear it once more: “If God be for us, nobody can ever stand against us” (Romans 8:31), and let it stay with you.',
  ]
  for (const lie of lies) {
    const end = answerWith([{ value: { parts: parts(n => `${lie} ${n}`) } }])
    onTestFinished(end)
    const { church, id, sermon } = await aSermon()
    end()
    expect(
      blocksOf(sermon).some(({ origin }) => origin === 'model'),
      lie,
    ).toBe(false)
    expect(sermon.document!.writing).toMatchObject({ model: '', problem: expect.stringContaining('check') })
    expect((await church.staff.sermons.verify({ id })).items.every(({ verdict }) => verdict === 'verified')).toBe(true)
  }
  onTestFinished(answerWith([{ fails: 'unavailable' }]))
  const { sermon } = await aSermon()
  expect(sermon).toMatchObject({
    stage: null,
    document: { writing: { model: '', problem: expect.stringContaining('sandbox') } },
  })
})

test('another translation and a reworded verse are named with the stored words, replaced by one change, and don’t keep it from being ready', async () => {
  const { church, id, sermon } = await aSermon()
  const text = 'He says “I can do all this through him who gives me strength” (Philippians 4:13, NIV). So it is.'
  const own = { id: 'own', kind: 'text' as const, origin: 'you' as const, text }
  const [first, ...rest] = sermon.document!.sections
  const document = { ...sermon.document!, sections: [{ ...first!, blocks: [...first!.blocks, own] }, ...rest] }
  const saved = await church.staff.sermons.update({ id, version: sermon.version, document })
  const found = (await church.staff.sermons.verify({ id })).items.find(one => one.verdict === 'other_translation')!
  expect(found).toMatchObject({ reference: 'Philippians 4:13', edition: 'web' })
  const ready = await church.staff.sermons.update({ id, version: saved.version, status: 'ready' })
  expect(ready.status).toBe('ready')
  const { replacement, edition } = found
  const replaced = replaceInDocument(document, { text: found.text, replacement: replacement!, edition: edition! })!
  expect(replaced.sections[0]!.blocks.at(-1)).toMatchObject({
    text: text.replace(found.text, replacement!.replace(/\.$/, '')),
  })
  await church.staff.sermons.update({ id, version: ready.version, document: replaced })
  const { items } = await church.staff.sermons.verify({ id })
  expect(items.find(({ text: words }) => words.startsWith('I can do all things'))).toMatchObject({
    verdict: 'verified',
  })
  expect(replaceInDocument(replaced, { text: found.text, replacement: replacement!, edition: edition! })).toBeNull()
})

test.each(['Deuteronomy 23:9-11', 'Jude 1'])('a sermon on %s comes', async bibleVerse => {
  const { church, id, sermon } = await aSermon({ bibleVerse })
  expect(sermon).toMatchObject({ problem: '', stage: null, document: { sections: expect.any(Array) } })
  const { items } = await church.staff.sermons.verify({ id })
  expect(items.filter(({ verdict }) => !isVerified(verdict))).toEqual([])
})
