import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clock, seconds } from '#kernel/clock.ts'
import { runWaitingJobs } from '#kernel/jobs.ts'
import { answerWith } from '#language-models/service.ts'
import { receiveMessage } from '#messaging/service/inbound.ts'
import { query } from '#testing/campaigns.ts'
import { aChurch } from '#testing/church.ts'

afterEach(() => clock.reset())
const PARKING = 'Park free of charge in the north lot on Elm Street.'
const says = (value: object) => ({ value: { action: 'reply', intent: 'location_inquiry', sources: [1], ...value } })

/** A church whose assistant may use a model, and what it answered to a question by text. */
async function asks(script: Parameters<typeof answerWith>[0], text = 'where do I park?') {
  const church = await aChurch()
  const source = { kind: 'faq' as const, link: '', isDoctrine: false, expiresAt: null }
  await church.owner.knowledge.create({ ...source, title: 'Where can I park?', body: PARKING })
  await church.owner.assistant.setEnabled({ enabled: true })
  await query('update assistant_settings set use_model = true where client_id = $1', [church.id])
  const end = answerWith(script)
  const inbound = { channel: 'sms' as const, from: '+15125550166', to: 'x', text, provider: 'test' }
  await church.inside(ctx => receiveMessage(ctx, { ...inbound, providerId: randomUUID() }))
  await runWaitingJobs()
  clock.advance(seconds(5))
  await runWaitingJobs()
  end()
  const [turn] = await query('select * from assistant_turns where client_id = $1', [church.id])
  return { church, turn }
}

test('a model words the answer, and its sources and cost are kept', async () => {
  const { church, turn } = await asks([says({ text: 'You can park in the north lot on Elm Street, free of charge.' })])
  expect(turn).toMatchObject({ state: 'sent', engine: expect.stringContaining('sandbox') })
  expect(turn.body).toContain('You can park in the north lot')
  expect(turn.input_tokens).toBeGreaterThan(0)
  expect(turn.prompt_hash).toHaveLength(16)
  expect(turn.source_ids).toHaveLength(1)
  expect(await church.staff.assistant.stats({})).toMatchObject({ tokensUsed: turn.input_tokens + turn.output_tokens })
})

test.each([
  ['an invention', [says({ text: 'There are 300 spaces and a valet.' })]],
  ['no sources', [says({ text: 'Park in the north lot.', sources: [] })]],
  ['a foreign link', [says({ text: 'Park in the north lot: https://evil.example' })]],
  ['a model that is down', [{ fails: 'unavailable' as const }]],
  ['a slow model', [{ fails: 'timed_out' as const }]],
  ['half an answer', [{ text: '{"action": "re' }]],
])('%s: the source’s own words are sent instead', async (_, script) => {
  const { turn } = await asks(script)
  expect(turn).toMatchObject({ state: 'sent', action: 'reply' })
  expect(turn.body).toContain(PARKING)
})

test('a model finds the answer that the search was unsure of; what its sources don’t hold still goes to a person', async () => {
  const question = 'do I park my spaceship outside?'
  const found = await asks([says({ text: 'Park free of charge in the north lot.' })], question)
  expect(found.turn).toMatchObject({ action: 'reply', state: 'sent', reason: null, confidence: 1 })
  const invented = await asks([says({ text: 'Yes, a hangar is available for spaceships.' })], question)
  expect(invented.turn).toMatchObject({ action: 'handoff', reason: 'no_answer' })
  expect(invented.turn.input_tokens).toBeGreaterThan(0)
})

test('a model that hands over is obeyed; one is never asked where a person is needed', async () => {
  const handed = await asks([says({ action: 'handoff', text: '' })])
  expect(handed.turn).toMatchObject({ action: 'handoff', state: 'sent' })
  const person = await asks([says({ text: 'I am the pastor.' })], 'can I talk to the pastor?')
  expect(person.turn).toMatchObject({
    action: 'handoff',
    reason: 'asked_for_person',
    input_tokens: 0,
    engine: 'built-in',
  })
})

test('help with words for the team: drafts, shorter, translated, summarized; marked with what made it', async () => {
  const { church } = await asks([says({ text: 'Park in the north lot.' })])
  const [thread] = (await church.staff.conversations.list({ status: 'all' })).items
  const conversationId = thread!.id
  expect(await church.staff.assistant.draftReply({ conversationId })).toMatchObject({
    action: 'reply',
    text: PARKING,
    engine: 'built-in',
  })
  expect(await church.staff.assistant.summarize({ conversationId })).toEqual({
    text: '• where do I park?',
    engine: 'built-in',
  })
  const asked = {
    conversationId,
    text: 'Thank you very much for writing.',
    how: 'translate' as const,
    language: 'Spanish',
  }
  await expect(church.staff.assistant.rewrite(asked)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const end = answerWith([{ value: { text: 'Muchas gracias por escribir.' } }])
  expect(await church.staff.assistant.rewrite(asked)).toMatchObject({
    text: 'Muchas gracias por escribir.',
    engine: expect.stringContaining('sandbox'),
  })
  end()
  await expect(church.volunteer.assistant.summarize({ conversationId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
