import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { clock, days } from '#kernel/clock.ts'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { minutesIn, questionsIn } from './rules/document.ts'
import { purgeSessions } from './service/live.ts'

const form = { title: 'Nothing can part us', scripture: 'Romans 8:31-39' }

async function aStudy(changes: object = {}, given?: Awaited<ReturnType<typeof aChurch>>) {
  const church = given ?? (await aChurch())
  const id = randomUUID()
  await church.staff.bibleStudies.generate({ id, ...form, ...changes })
  await church.settle()
  return { church, id, study: await church.staff.bibleStudies.get({ id }) }
}

test('a study is generated in a job with the defaults, whole and verified', async () => {
  const church = await aChurch()
  const id = randomUUID()
  expect(await church.staff.bibleStudies.generate({ id, ...form })).toMatchObject({ stage: 'queued', document: null })
  // Pressed twice, it is written once.
  await church.staff.bibleStudies.generate({ id, ...form, title: 'Twice' })
  await church.settle()
  const study = await church.staff.bibleStudies.get({ id })
  expect(study).toMatchObject({
    title: form.title,
    stage: null,
    problem: '',
    status: 'draft',
    studyFormat: 'inductive',
    difficulty: 'intermediate',
    duration: 60,
    includeQuestions: true,
    hasPrevious: false,
    sermon: null,
  })
  expect(minutesIn(study.document!)).toBe(60)
  expect(questionsIn(study.document!).length).toBeGreaterThanOrEqual(10)
  const { items } = await church.staff.bibleStudies.verify({ id })
  expect(items.length).toBeGreaterThan(10)
  expect(items.filter(({ verdict }) => verdict !== 'verified')).toEqual([])
})

test.each([
  ['title', { title: ' ' }, 'Title is required'],
  ['scripture', { scripture: '' }, 'Enter a Bible passage such as John 3:16-21'],
  ['scripture', { scripture: 'Hezekiah 3:16' }, 'Enter a Bible passage such as John 3:16-21'],
  [
    'scripture',
    { scripture: 'Genesis 1-11' },
    'Genesis 1-11 is long. Please choose at most 3 chapters, or several weeks',
  ],
  [
    'scripture',
    { scripture: 'Genesis 1-30', weeks: 4 },
    'This is too long for 4 weeks. Please choose a shorter passage, or more weeks',
  ],
  ['scripture', { scripture: 'Acts 8:37' }, 'Acts 8:37 has no words in this translation. Choose another one'],
  [
    'title',
    { studyFormat: 'character', title: 'Grace', scripture: 'Romans 3:21-26' },
    'Name someone of the Bible in the title, such as Ruth or Peter',
  ],
  ['duration', { duration: 50 }, 'Choose a duration from 15 to 120 minutes in steps of 15'],
  ['duration', { duration: 135 }, 'Choose a duration from 15 to 120 minutes in steps of 15'],
  ['sermonId', { sermonId: '00000000-0000-4000-8000-000000000000' }, 'This sermon no longer exists'],
])('%s %o is refused at its field', async (field, changes, message) => {
  const church = await aChurch()
  const refused = church.staff.bibleStudies.generate({ id: randomUUID(), ...form, ...changes } as never)
  await expect(refused).rejects.toMatchObject({ data: { issues: [{ path: [field], message }] } })
  expect((await church.staff.bibleStudies.list({})).items).toEqual([])
})

test('a whole book is an overview, and several weeks are a series on parts of the passage', async () => {
  const { study, church } = await aStudy({ title: 'Philippians', scripture: 'Philippians', studyFormat: 'book' })
  expect(study.document!.scripture[0]!.reference).toBe('Philippians 4:4')
  expect(study.document!.sections[2]!.content).toContain('Week 4: chapter 4')
  await church.staff.bibleStudies.generate({ id: randomUUID(), title: 'Ruth', scripture: 'Ruth', weeks: 4 })
  await church.settle()
  const { items } = await church.staff.bibleStudies.list({ series: 'Ruth', sort: 'title' })
  expect(items.map(({ title, week, stage }) => [title, week, stage])).toEqual(
    [1, 2, 3, 4].map(week => [`Ruth, week ${week}`, week, null]),
  )
  expect(items[0]!.scripture).toMatch(/^Ruth 1:1-/)
  expect(items[3]!.scripture).toMatch(/-(?:4:)?22$/)
})

test('written again, the earlier version can come back; canceled, what comes late is let go', async () => {
  const { church, id, study } = await aStudy()
  await church.staff.bibleStudies.generate({ id, ...form, duration: 90 })
  expect(await church.staff.bibleStudies.cancel({ id })).toMatchObject({ stage: null })
  await church.settle()
  expect((await church.staff.bibleStudies.get({ id })).document).toEqual(study.document)
  await church.staff.bibleStudies.generate({ id, ...form, duration: 90 })
  await church.settle()
  const second = await church.staff.bibleStudies.get({ id })
  expect(second).toMatchObject({ hasPrevious: true, duration: 90 })
  expect((await church.staff.bibleStudies.revert({ id })).document).toEqual(study.document)
  expect((await church.staff.bibleStudies.revert({ id })).document).toEqual(second.document)
})

test('what is not in the Bible keeps a study from being ready, and of two editors the second is told', async () => {
  const { church, id, study } = await aStudy()
  const document = { ...study.document!, description: 'It is written, “Tidy pews please the Lord” (Hezekiah 3:16).' }
  const saved = await church.staff.bibleStudies.update({ id, version: study.version, document })
  await expect(church.staff.bibleStudies.update({ id, version: saved.version, status: 'ready' })).rejects.toMatchObject(
    {
      data: {
        issues: [
          {
            path: ['status'],
            message: 'Not found in the Bible: Hezekiah 3:16. Correct this before the study is ready',
          },
        ],
      },
    },
  )
  await expect(church.owner.bibleStudies.update({ id, version: study.version, title: 'Late' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const corrected = await church.staff.bibleStudies.update({ id, version: saved.version, document: study.document! })
  const ready = await church.staff.bibleStudies.update({ id, version: corrected.version, status: 'ready' })
  expect(ready.status).toBe('ready')
  expect((await church.staff.bibleStudies.update({ id, version: ready.version, document })).status).toBe('draft')
})

test('a study of a sermon names it, links it, and says when it changed', async () => {
  const church = await aChurch()
  const sermonId = randomUUID()
  await church.staff.sermons.generate({
    id: sermonId,
    title: 'Grace that holds',
    bibleVerse: 'Romans 8:35',
    theme: 'Trust',
  })
  await church.settle()
  const { id, study } = await aStudy({ sermonId }, church)
  expect(study.sermon).toEqual({ id: sermonId, title: 'Grace that holds', changed: false })
  expect(study.document!.resources).toMatchObject([
    { type: 'article', title: 'Grace that holds', url: `/sermon-generator?sermon=${sermonId}` },
  ])
  const sermon = await church.staff.sermons.get({ id: sermonId })
  await church.staff.sermons.update({
    id: sermonId,
    version: sermon.version,
    document: { ...sermon.document!, bigIdea: 'Something else' },
  })
  expect((await church.staff.bibleStudies.get({ id })).sermon).toMatchObject({ changed: true })
})

test('the library finds by words, tag, passage and use', async () => {
  const { church, id, study } = await aStudy()
  await church.staff.bibleStudies.update({ id, version: study.version, tags: ['home groups'] })
  await aStudy({ title: 'Hope', scripture: 'Psalm 42', difficulty: 'beginner', duration: 30 }, church)
  const titles = async (filter: object) =>
    (await church.staff.bibleStudies.list(filter)).items.map(({ title }) => title)
  expect(await titles({ search: 'part us' })).toEqual([form.title])
  expect(await titles({ search: 'home gr' })).toEqual([form.title])
  expect(await titles({ search: 'Rom 8:38' })).toEqual([form.title])
  expect(await titles({ passage: 'Psalm 42:5' })).toEqual(['Hope'])
  expect(await titles({ difficulty: 'beginner', duration: 30 })).toEqual(['Hope'])
  expect(await titles({ used: 'yes' })).toEqual([])
  const copyId = randomUUID()
  await church.staff.bibleStudies.duplicate({ id, copyId })
  await church.staff.bibleStudies.duplicate({ id, copyId })
  expect(await titles({ search: 'copy' })).toEqual([`${form.title} (copy)`])
  await church.staff.bibleStudies.remove({ id: copyId })
  expect(await titles({ search: 'copy' })).toEqual([])
  expect(await church.staff.bibleStudies.restore({ id: copyId })).toMatchObject({ id: copyId })
})

test('the leader’s edition has notes and answers, the participants’ sheet has lines to write on', async () => {
  const { church, id, study } = await aStudy()
  const [question] = questionsIn(study.document!)
  const text = async (reader: 'leader' | 'participant') => {
    const { base64, name } = await church.staff.bibleStudies.file({ id, format: 'txt', for: reader })
    return { name, words: Buffer.from(base64, 'base64').toString() }
  }
  const [leader, participant] = [await text('leader'), await text('participant')]
  expect([leader.name, participant.name]).toEqual(['nothing-can-part-us.txt', 'nothing-can-part-us-participant.txt'])
  for (const { words } of [leader, participant]) expect(words).toContain(question!.text)
  expect(leader.words).toContain('For the leader:')
  expect(leader.words).toContain('Answer: Romans 8:')
  expect(participant.words).not.toMatch(/For the leader|Answer:/)
  expect(participant.words).toContain('______')
  for (const [format, start] of [
    ['docx', 'PK'],
    ['pdf', '%PDF'],
  ] as const) {
    const { base64 } = await church.staff.bibleStudies.file({ id, format })
    expect(Buffer.from(base64, 'base64').toString('latin1').slice(0, start.length)).toBe(start)
  }
})

/** A phone that keeps its cookie. */
async function aPhone(address: string) {
  const { send } = await aServer()
  const path = new URL(address).pathname
  let cookie = ''
  const post = (to: string, fields: Record<string, string>) =>
    send(`${path}${to}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
      body: new URLSearchParams(fields).toString(),
    })
  return {
    read: async () => (await send(path, { headers: cookie ? { cookie } : {} })).text(),
    state: async () => (await send(`${path}/state`)).json(),
    join: async (name: string) => {
      const answer = await post('/join', { name })
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      return answer
    },
    answer: (question: string, words: string, share = '') => post('/answer', { question, answer: words, share }),
  }
}

test('a group follows on its phones; answers stay private unless they are shared', async () => {
  const { church, id } = await aStudy()
  const session = await church.staff.bibleStudies.begin({ id })
  expect(await church.staff.bibleStudies.begin({ id })).toMatchObject({ id: session.id })
  const [ana, ben] = [await aPhone(session.address), await aPhone(session.address)]
  expect(await ana.read()).toContain('Your first name')
  expect((await ana.join('')).status).toBe(422)
  await ana.join('Ana')
  await ben.join('Ben <script>')
  expect(await ana.read()).toContain('<h1>Romans 8:31-39</h1>')
  const [first] = session.questions
  await church.staff.bibleStudies.show({ id: session.id, position: 0 })
  expect(await ana.state()).toEqual({ state: '0' })
  await ana.answer(first!.id, 'I was afraid all week')
  await ben.answer(first!.id, 'It reminds me of home', '1')
  const seen = await church.staff.bibleStudies.session({ id })
  expect(seen!.participants).toEqual(['Ana', 'Ben <script>'])
  expect(seen!.questions[0]).toMatchObject({
    answered: 2,
    shared: [{ name: 'Ben <script>', text: 'It reminds me of home' }],
  })
  expect(JSON.stringify(seen)).not.toContain('afraid')
  expect(await ana.read()).toContain('I was afraid all week')
  expect(await ben.read()).not.toContain('afraid')
  // A stranger with the address alone answers nothing, and a question that isn't there is refused.
  expect((await (await aPhone(session.address)).answer(first!.id, 'Hi')).status).toBe(422)
  expect((await ana.answer('q999', 'Hi')).status).toBe(422)
  await ana.answer(first!.id, '')
  expect((await church.staff.bibleStudies.session({ id }))!.questions[0]!.answered).toBe(1)
  await church.staff.bibleStudies.end({ id: session.id })
  expect(await ben.read()).toContain('It reminds me of home')
  expect((await ben.answer(first!.id, 'Late')).status).toBe(422)
  expect(await church.staff.bibleStudies.session({ id })).toBeNull()
  expect((await church.staff.bibleStudies.list({ used: 'yes' })).items).toHaveLength(1)
})

test('after 30 days a session is gone with its answers, and its address answers nothing', async () => {
  const { church, id } = await aStudy()
  const { address, questions } = await church.staff.bibleStudies.begin({ id })
  const ana = await aPhone(address)
  await ana.join('Ana')
  await ana.answer(questions[0]!.id, 'Mine')
  clock.advance(days(31))
  await church.inside(purgeSessions)
  expect(await ana.read()).not.toContain('Mine')
  expect(await church.staff.bibleStudies.session({ id })).toBeNull()
  clock.reset()
})

test('a study belongs to one church, and viewers change nothing', async () => {
  const { church, id, study } = await aStudy()
  const hope = await aChurch('Hope Chapel')
  await expect(hope.staff.bibleStudies.get({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(hope.staff.bibleStudies.begin({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const session = await church.staff.bibleStudies.begin({ id })
  await expect(hope.staff.bibleStudies.show({ id: session.id, position: 1 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await church.viewer.bibleStudies.get({ id })).toMatchObject({ id })
  await expect(church.viewer.bibleStudies.update({ id, version: study.version, title: 'No' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
