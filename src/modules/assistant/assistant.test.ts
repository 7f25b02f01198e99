import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, minutes, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { outerJob } from '#kernel/run.ts'
import { passFor } from '#live-chat/church-chat/service.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch, clientFor, nobody } from '#testing/church.ts'
import { replyToMessage } from './service/replies.ts'

afterEach(() => clock.reset())
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

const faq = { kind: 'faq' as const, link: '', isDoctrine: false, expiresAt: null }
const PARKING = 'Park free of charge in the north lot on Elm Street. Spaces by the door are kept for guests.'
const entries = [
  ['Where can I park?', PARKING],
  ['When are your services?', 'We worship on Sundays at 9:00 AM and 10:30 AM.'],
  ['What should I wear?', 'Come as you are. Most people wear jeans.'],
  ['Is there a nursery?', 'Yes, our nursery for babies up to age two is open during both services.'],
  ['Do you have wifi?', 'Yes, join the network GraceGuest. No password is needed.'],
]

/** A church with knowledge whose assistant is on, and answers texts. */
async function anAssistant({ on = true } = {}) {
  const church = await aChurch()
  for (const [title, body] of entries) await church.owner.knowledge.create({ ...faq, title: title!, body: body! })
  if (on) await church.owner.assistant.setEnabled({ enabled: true })
  const number = `+1512555${String(Math.floor(Math.random() * 9000) + 1000)}`
  return {
    ...church,
    number,
    async texts(text: string, from = number) {
      const inbound = { channel: 'sms' as const, from, to: 'x', text, provider: 'test', providerId: randomUUID() }
      await church.inside(ctx => receiveMessage(ctx, inbound))
      await runWaitingJobs()
    },
    async later(ms = seconds(5)) {
      clock.advance(ms)
      await runWaitingJobs()
    },
    async thread() {
      const [one] = (await church.staff.conversations.list({ status: 'all' })).items
      const { items } = await church.staff.conversations.items({ id: one!.id })
      return { ...one!, items: items.toReversed() }
    },
  }
}

/** As the form sends them back. */
async function savedSettings({ owner }: Awaited<ReturnType<typeof aChurch>>) {
  const { enabled, enabledAt, draft, draftState, failures, cases, model, ...settings } = await owner.assistant.settings(
    {},
  )
  return settings
}

test('a question is answered from its source, marked as a machine’s, and says so once', async () => {
  const church = await anAssistant()
  await church.texts('hi, where do i park?')
  await church.later()
  await church.texts('and what should I wear')
  await church.later()
  const { id, items, waitingSince } = await church.thread()
  expect(items.map(({ byAssistant, direction }) => [direction, byAssistant])).toEqual([
    ['in', false],
    ['out', true],
    ['in', false],
    ['out', true],
  ])
  expect(items[1]!.text).toMatch(/^This is the automated assistant of .+ Park free of charge.+Reply “person”/)
  expect(items[3]!.text).toBe('Come as you are. Most people wear jeans.')
  expect(waitingSince).toBeNull()
  const { turn, status } = await church.staff.assistant.thread({ conversationId: id })
  expect({ status, turn }).toMatchObject({
    status: 'active',
    turn: { action: 'reply', state: 'sent', sources: [{ title: 'What should I wear?' }] },
  })
  expect(await church.staff.assistant.stats({})).toMatchObject({ totalConversations: 1, tokensUsed: 0 })
  await church.staff.assistant.review({ id: turn!.id, verdict: 'good' })
  expect(await church.staff.assistant.analytics({ days: 7 })).toMatchObject({ reviewed: 1, reliability: [] })
})

test('without an owner’s yes nothing is answered, and a switched-off assistant is silent at once', async () => {
  const church = await anAssistant({ on: false })
  await church.texts('where do i park?')
  await church.later()
  expect((await church.thread()).items).toHaveLength(1)
  await church.owner.assistant.setEnabled({ enabled: true })
  await church.texts('where can I park')
  await church.owner.assistant.setEnabled({ enabled: false })
  await church.later()
  expect((await church.thread()).items).toHaveLength(2)
  await expect(church.staff.assistant.setEnabled({ enabled: true })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect((await aChurch()).admin.assistant.setEnabled({ enabled: true })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  expect(await church.admin.assistant.setEnabled({ enabled: true })).toMatchObject({ enabled: true })
  await expect(church.finance.assistant.questions({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('who asks for a person gets one; the assistant is silent afterwards, until it is handed back', async () => {
  const church = await anAssistant()
  await church.texts('can I just talk to a real person?')
  await church.later()
  const { id, items, waitingSince } = await church.thread()
  expect(items[1]!.text).toContain('I’m passing this to a person')
  expect(waitingSince).not.toBeNull()
  expect(await church.staff.assistant.thread({ conversationId: id })).toMatchObject({
    status: 'escalated',
    reason: 'asked_for_person',
  })
  expect((await church.staff.notifications.list({})).items[0]).toMatchObject({ type: 'assistant-handoff' })
  await church.texts('where do i park?')
  await church.later()
  expect((await church.thread()).items).toHaveLength(3)
  expect(await church.staff.assistant.takeOver({ conversationId: id, greet: false })).toMatchObject({
    handler: 'person',
    status: 'active',
  })
  expect(await church.staff.assistant.handBack({ conversationId: id })).toMatchObject({ handler: 'assistant' })
  await church.texts('where do i park?')
  await church.later()
  expect((await church.thread()).items.at(-1)).toMatchObject({ byAssistant: true })
})

test('someone takes over while an answer is on its way: it is never sent', async () => {
  const church = await anAssistant()
  await church.texts('where do i park?')
  const { id } = await church.thread()
  await church.staff.assistant.takeOver({ conversationId: id, greet: true })
  await church.later()
  const { items } = await church.thread()
  expect(items.filter(({ byAssistant }) => byAssistant)).toEqual([])
  expect(items.at(-1)!.text).toContain('I’m taking over from here')
})

test('a member who answers in Conversations has taken over without saying so', async () => {
  const church = await anAssistant()
  await church.texts('hello there, is the nursery open')
  const { id } = await church.thread()
  await church.staff.conversations.send({ id, channel: 'sms', text: 'Yes it is!', key: randomUUID() })
  await church.later()
  await church.texts('where do i park?')
  await church.later()
  expect((await church.thread()).items.filter(({ byAssistant }) => byAssistant)).toEqual([])
  expect(await church.staff.assistant.thread({ conversationId: id })).toMatchObject({ handler: 'person' })
})

test('a conversation that was closed begins anew: an earlier handing over is not repeated', async () => {
  const church = await anAssistant()
  await church.texts('let me speak to the pastor')
  await church.later()
  const { id, version } = await church.thread()
  await church.staff.conversations.update({ id, version, status: 'closed' })
  await church.later(minutes(5))
  await church.texts('where do i park?')
  await church.later()
  const { items } = await church.thread()
  expect(items.at(-1)).toMatchObject({ byAssistant: true })
  expect(items.at(-1)!.text).toContain('north lot')
})

test('several messages in a row get one answer, however often the job runs', async () => {
  const church = await anAssistant()
  await church.texts('hi')
  await church.texts('quick question')
  await church.texts('where do i park?')
  await church.later()
  await church.later()
  const { items, id } = await church.thread()
  expect(items.filter(({ byAssistant }) => byAssistant)).toHaveLength(1)
  const [turn] = await query('select item_id from assistant_turns where conversation_id = $1', [id])
  expect(turn.item_id).toBe(items[2]!.id)
})

test('STOP, a sign of danger and a confidential thread are nothing for the assistant', async () => {
  const church = await anAssistant()
  await church.texts('STOP')
  await church.texts('I want to kill myself', '+15125550177')
  await church.later()
  expect(await query('select 1 from assistant_turns where client_id = $1', [church.id])).toEqual([])
  await church.texts('where do I park', '+15125550188')
  const [thread] = (await church.staff.conversations.list({})).items
  await church.pastor.conversations.setConfidential({ id: thread!.id, version: thread!.version, confidential: true })
  await church.later()
  expect(await query('select 1 from assistant_turns where client_id = $1', [church.id])).toEqual([])
  await expect(church.pastor.assistant.draftReply({ conversationId: thread!.id })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(church.staff.assistant.thread({ conversationId: thread!.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('what nothing answers goes to a person and onto the list; the answer that is added is given the next time', async () => {
  const church = await anAssistant()
  await church.texts('do you have a trampoline?')
  await church.later()
  expect((await church.thread()).items.at(-1)!.text).toContain('passing this to a person')
  const { items } = await church.staff.assistant.questions({})
  expect(items).toMatchObject([{ question: 'do you have a trampoline?', times: 1 }])
  await church.owner.knowledge.create({
    ...faq,
    title: items[0]!.question,
    body: 'Yes, behind the hall.',
    questionId: items[0]!.id,
  })
  expect((await church.staff.assistant.questions({})).items).toEqual([])
  await church.texts('do you have a trampoline', '+15125550999')
  await church.later()
  const [turn] = await query('select body from assistant_turns where client_id = $1 order by id desc limit 1', [
    church.id,
  ])
  expect(turn.body).toContain('behind the hall')
})

test('a visitor of the chat is answered in its window, as a machine', async () => {
  const church = await anAssistant()
  const chat = { enabled: true, welcome: 'Hello', hours: '', ask: 'nothing' as const, privacy: 'Kept', domains: [] }
  const { slug } = await church.owner.churchChat.change({ ...chat, version: 0 })
  const { supportChat } = clientFor({ ...nobody(), ip: randomUUID() })
  const mine = { form: slug, token: hex(32) }
  const pass = passFor(slug)
  clock.advance(seconds(3))
  await supportChat.send({ ...mine, key: hex(16), pass, text: 'where can i park my car?' })
  await runWaitingJobs()
  await church.later()
  const { messages } = await supportChat.read(mine)
  expect(messages.at(-1)).toMatchObject({ author: 'bot' })
  expect(messages.at(-1)!.text).toContain('north lot')
})

test('drafts alone while Auto-respond is off: the team sees the suggestion and sends it', async () => {
  const church = await anAssistant()
  await church.owner.assistant.saveSettings({ ...(await savedSettings(church)), autoRespond: false })
  await church.texts('where do i park?')
  await church.later()
  const { id, items } = await church.thread()
  expect(items).toHaveLength(1)
  const { turn } = await church.staff.assistant.thread({ conversationId: id })
  expect(turn).toMatchObject({ state: 'drafted', action: 'reply' })
  await church.staff.assistant.useDraft({ id: turn!.id })
  await church.staff.conversations.send({ id, channel: 'sms', text: turn!.text, key: randomUUID() })
  expect((await church.staff.assistant.thread({ conversationId: id })).turn).toMatchObject({ state: 'used' })
})

test('settings that fail a test question do not go live', async () => {
  const church = await anAssistant()
  await church.owner.assistantTests.create({
    question: 'is there a swimming pool and a nursery?',
    expect: 'handoff',
    must: '',
  })
  const settings = await savedSettings(church)
  await church.owner.assistant.saveSettings({ ...settings, threshold: 1 })
  await runWaitingJobs()
  const after = await church.owner.assistant.settings({})
  expect(after).toMatchObject({ threshold: 75, draftState: 'failed', draft: { threshold: 1 } })
  expect(after.failures.map(({ question }) => question)).toContain('is there a swimming pool and a nursery?')
  await church.owner.assistant.saveSettings({ ...settings, threshold: 80, version: after.version })
  await runWaitingJobs()
  expect(await church.owner.assistant.settings({})).toMatchObject({ threshold: 80, draftState: 'none', draft: null })
})

test('many conversations at once are answered once each, by two workers that take the same jobs', async () => {
  const church = await anAssistant()
  const numbers = Array.from(
    { length: Number(process.env.CONVERSATIONS ?? 20) },
    (_, i) => `+1512556${String(1000 + i)}`,
  )
  for (const from of numbers) {
    const inbound = { channel: 'sms' as const, from, to: 'x', text: 'where do i park?', provider: 'test' }
    await church.inside(ctx => receiveMessage(ctx, { ...inbound, providerId: randomUUID() }))
  }
  await runWaitingJobs()
  clock.advance(seconds(5))
  await Promise.all([runWaitingJobs(), runWaitingJobs()])
  await runWaitingJobs()
  const sent = await query(`select recipient from messages where client_id = $1 and kind = 'assistant-auto-reply'`, [
    church.id,
  ])
  expect(sent.map(row => row.recipient).toSorted()).toEqual(numbers)
})

test('a worker that was killed after the answer was stored does not answer again', async () => {
  const church = await anAssistant()
  await church.texts('where do i park?')
  await church.later()
  const { id, items } = await church.thread()
  await query('delete from conversation_items where id = $1', [items[1]!.id])
  await replyToMessage(outerJob(church.id, 'test', 'test'), { conversationId: id, itemId: items[0]!.id })
  expect(
    await query(`select 1 from messages where client_id = $1 and kind = 'assistant-auto-reply'`, [church.id]),
  ).toHaveLength(1)
})

test('two machines that answer each other come to an end', async () => {
  const church = await anAssistant()
  for (let i = 0; i < 8; i++) {
    await church.texts('thank you')
    await church.later()
  }
  const { items } = await church.thread()
  const out = items.filter(({ byAssistant, state }) => byAssistant && state !== 'skipped')
  expect(out.length).toBeLessThanOrEqual(5)
})

test('two templates or automations can’t get the same name, also by a change', async () => {
  const { owner } = await aChurch()
  const template = (name: string) =>
    owner.assistantTemplates.create({ name, description: '', category: 'Other', body: 'Welcome.' })
  const [first, second] = [await template('Parking'), await template('Worship')]
  await expect(
    owner.assistantTemplates.update({ id: second.id, version: second.version, name: 'parking' }),
  ).rejects.toMatchObject({
    data: { issues: [{ path: ['name'], message: 'There is already a template with this name' }] },
  })
  const base = { description: '', trigger: 'new_lead', scope: 'always', mode: 'draft', intents: [] } as const
  const automation = (name: string) =>
    owner.assistantAutomations.create({ ...base, name, templateId: first.id } as never)
  const [, other] = [await automation('Leads'), await automation('Guests')]
  await expect(
    owner.assistantAutomations.update({ id: other.id, version: other.version, name: 'LEADS' }),
  ).rejects.toMatchObject({ data: { issues: [{ path: ['name'] }] } })
})

test('templates are listed as they are stored; {link} belongs to the request for a rating alone', async () => {
  const { owner } = await anAssistant()
  const { items } = await owner.assistantTemplates.list({})
  const rating = items.find(({ key }) => key === 'rating')!
  const greeting = items.find(({ key }) => key === 'greeting')!
  const change = ({ id, version }: typeof rating, body: string) =>
    owner.assistantTemplates.update({ id, version, body })
  await expect(change(rating, 'Did we help you?')).rejects.toMatchObject({
    data: { issues: [{ path: ['body'], message: 'Please keep {link}: people open it to rate.' }] },
  })
  await expect(change(greeting, 'Hello! {link}')).rejects.toMatchObject({
    data: { issues: [{ path: ['body'] }] },
  })
  expect((await change(rating, 'How was it? {link}')).body).toBe('How was it? {link}')
})

test('a welcome as a draft opens no conversation of its own, and says that it comes from a template', async () => {
  const { owner, staff } = await anAssistant()
  const words = { name: 'Hello', description: '', category: 'Other' as const, body: 'Welcome, {firstName|friend}.' }
  const template = await owner.assistantTemplates.create(words)
  const { items } = await owner.assistantAutomations.list({})
  const { id, version } = items.find(({ trigger }) => trigger === 'new_lead')!
  await owner.assistantAutomations.update({ id, version, mode: 'draft', templateId: template.id })
  const guest = { firstName: 'Sam', email: `${hex(6)}@example.org` }
  const first = await staff.leads.create(guest)
  await runWaitingJobs()
  expect((await staff.conversations.list({ status: 'all' })).items).toEqual([])

  // Once something was written, the next lead of the same person has its draft there.
  const thread = await staff.conversations.start({ personId: first.personId })
  await staff.conversations.send({
    id: thread.id,
    channel: 'email',
    subject: 'Sunday',
    text: 'Hello',
    key: randomUUID(),
  })
  await staff.leads.create({ personId: first.personId })
  await runWaitingJobs()
  const { turn } = await staff.assistant.thread({ conversationId: thread.id })
  expect(turn).toMatchObject({ text: 'Welcome, Sam.', confidence: null })
})
