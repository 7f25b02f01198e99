// Isolated: its local models are on this machine, which the setting WEBHOOKS_TO_LOOPBACK allows
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'

vi.stubEnv('WEBHOOKS_TO_LOOPBACK', 'on')
const { clock, days, minutes } = await import('#kernel/clock.ts')
const { outerJob } = await import('#kernel/run.ts')
const { aChurch } = await import('#testing/church.ts')
const { testHouse } = await import('#testing/house.ts')
const { answerWith, askModel, chosenModel, hasModel, usageOfMonth } = await import('./service.ts')
vi.unstubAllEnvs()

type Church = Awaited<ReturnType<typeof aChurch>>
const [KEY, BAD] = ['key-of-the-church-9876', 'refused-key-000000']
let asked: { key: string; model: string; text: string }[] = []
/** What holds back the answer of the model `slow`. */
let slow: Promise<void> = Promise.resolve()

/** A provider with an OpenAI-compatible API: its models answer, are down or don't exist. */
const server = createServer(async (request, response) => {
  let text = ''
  for await (const piece of request) text += piece
  const { model } = JSON.parse(text) as { model: string }
  const key = request.headers.authorization ?? ''
  asked.push({ key, model, text })
  const answer = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (key.includes(BAD)) return answer(401, { error: { message: `${BAD} is wrong` } })
  if (model === 'missing') return answer(404, { error: { message: 'no such model' } })
  if (model === 'unfit') return answer(400, { error: { message: 'response_format is not supported' } })
  if (model === 'down') return answer(503, { error: { message: 'overloaded' } })
  if (model === 'slow') await slow
  const content = model === 'wrong' ? 'Hello!' : '{"ok":true}'
  answer(200, {
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
  })
})
beforeAll(() => new Promise<void>(done => server.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise(done => server.close(done)))
beforeEach(() => {
  ;[asked, slow] = [[], Promise.resolve()]
})
afterEach(() => clock.reset())

const none = { provider: 'none' as const }
/** A dollar for a million tokens: an answer costs 1,100 micro-dollars. */
const choice = (model = 'model-1', more: object = {}) => ({
  provider: 'compatible' as const,
  model,
  apiKey: KEY,
  inputPrice: 1_000_000,
  outputPrice: 1_000_000,
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
  ...more,
})
async function save(church: Church, more: object = {}) {
  const { version, capCents } = await church.owner.languageModels.settings({})
  const input = { main: choice(), fallback: none, capCents, version, ...more }
  return church.owner.languageModels.saveSettings(input)
}
/** Without a try at the provider: models that are down can't be saved by hand. */
const store = async (church: Church, main: object, fallback: object | null = null, capCents = 2_000) => {
  await save(church, { capCents })
  await church.inside(async ctx => {
    const { languageModelSettings } = await import('./tables.ts')
    await ctx.db.update(languageModelSettings).set({ main: main as never, fallback: fallback as never })
  })
  asked = []
}
const stored = (model: string) => {
  const { apiKey: _, ...kept } = choice(model)
  return kept
}
const outer = ({ id }: Church) => outerJob(id, 'test', 'test')
const ask = (church: Church, more: object = {}) =>
  askModel(outer(church), {
    purpose: 'sermon' as const,
    schema: z.object({ ok: z.boolean() }),
    system: 'You help.',
    task: 'Answer.',
    data: [],
    confidential: false,
    mostOutputTokens: 100,
    ...more,
  })
const spent = (church: Church) => church.inside(usageOfMonth)

test('a key is tried before it is saved: a refusal is at its field, and nothing is saved', async () => {
  const church = await aChurch()
  const refusal = (path: string[], message: RegExp) => ({
    code: 'BAD_REQUEST',
    data: { issues: [{ path, message: expect.stringMatching(message) }] },
  })
  const refused = async (main: object, path: string[], message: RegExp) =>
    expect(save(church, { main }), path.join('.')).rejects.toMatchObject(refusal(path, message))
  await refused(choice('model-1', { apiKey: BAD }), ['main', 'apiKey'], /did not accept the API key/)
  await refused(choice('missing'), ['main', 'model'], /does not know this model/)
  await refused(choice('unfit'), ['main', 'model'], /no model for structured answers/)
  await refused(choice('model-1', { baseUrl: 'https://10.0.0.1/v1' }), ['main', 'baseUrl'], /can’t be used/)
  await expect(save(church, { main: choice('down') })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(asked).toHaveLength(4)
  await refused(choice('model-1', { inputPrice: null, outputPrice: null }), ['main', 'inputPrice'], /price/)
  await refused(choice('model-1', { outputPrice: null }), ['main', 'outputPrice'], /both prices/)
  await refused(choice('', {}), ['main', 'model'], /choose or enter/)
  await refused(choice('m', { baseUrl: '' }), ['main', 'baseUrl'], /address/)
  await refused({ provider: 'openai', model: 'gpt-4.1' }, ['main', 'apiKey'], /enter the API key/)
  await expect(save(church, { main: none, fallback: choice() })).rejects.toMatchObject(
    refusal(['fallback', 'provider'], /above first/),
  )
  expect(asked).toHaveLength(4)
  expect(await church.owner.languageModels.settings({})).toMatchObject({ main: none, version: null })
  expect(await church.inside(hasModel)).toBe(false)
  await expect(ask(church)).rejects.toMatchObject({ code: 'not_configured' })
})

test('a saved key is used and in no answer, trail or export; an update without a change raises no version', async () => {
  const church = await aChurch()
  const saved = await save(church)
  expect(saved.main).toMatchObject({ key: { set: true, last4: '9876' }, problem: null, isServerKey: false })
  expect(saved.usage).toMatchObject({ calls: 1, cost: 1_100, rows: [{ purpose: 'test', model: 'model-1' }] })
  const again = await save(church, { main: choice('model-1', { apiKey: '' }) })
  expect([again.version, asked.length]).toEqual([saved.version, 1])
  const everything = JSON.stringify([saved, again, await church.owner.languageModels.test({})])
  const { owner } = await testHouse()
  const { rows } = await owner.query(
    `select (select string_agg(s::text, ' ') from language_model_settings s where client_id = $1) as kept,
       (select string_agg(changes::text, ' ') from audit_log where client_id = $1) as trail`,
    [church.id],
  )
  for (const text of [everything, rows[0].kept, rows[0].trail ?? '']) expect(text).not.toContain(KEY)
  expect(asked.every(({ key, text }) => key === `Bearer ${KEY}` && !text.includes(KEY))).toBe(true)
  expect(await church.inside(hasModel)).toBe(true)
  expect(await church.inside(chosenModel)).toMatchObject({ provider: 'compatible', model: 'model-1', isReady: true })
})

test('a stored key is never sent to another address; choosing none forgets it', async () => {
  const church = await aChurch()
  await save(church)
  asked = []
  const elsewhere = choice().baseUrl.replace('127.0.0.1', 'localhost')
  const { main } = await save(church, { main: choice('model-1', { baseUrl: elsewhere, apiKey: '' }) })
  expect(main.key).toEqual({ set: false, last4: '' })
  expect(asked.map(({ key }) => key)).toEqual([''])
  await save(church, { main: none })
  expect(await church.owner.languageModels.settings({})).toMatchObject({ main: { ...none, key: { set: false } } })
})

test('other roles neither read nor change, and a change behind another one is a conflict', async () => {
  const church = await aChurch()
  for (const role of ['staff', 'pastor', 'finance', 'volunteer', 'viewer'] as const) {
    const { languageModels } = church[role]
    const input = { main: none, fallback: none, capCents: 1, version: null }
    for (const call of [
      () => languageModels.settings({}),
      () => languageModels.saveSettings(input),
      () => languageModels.test({}),
    ])
      await expect(call(), role).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  await church.admin.languageModels.saveSettings({ main: none, fallback: none, capCents: 500, version: null })
  const late = church.owner.languageModels.saveSettings({ main: none, fallback: none, capCents: 900, version: null })
  await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('an answer is metered by purpose and model; the test says what it did', async () => {
  const church = await aChurch()
  await store(church, stored('model-1'))
  const { value, provider, model, usage, cost } = await ask(church)
  expect({ value, provider, model, usage, cost }).toEqual({
    value: { ok: true },
    provider: 'compatible',
    model: 'model-1',
    cost: 1_100,
    usage: { input: 1_000, output: 100 },
  })
  expect(await church.owner.languageModels.test({})).toMatchObject({
    provider: 'compatible',
    model: 'model-1',
    inputTokens: 1_000,
    outputTokens: 100,
    cost: 1_100,
    milliseconds: expect.any(Number),
  })
  // The try at saving, the sermon and the test
  expect(await spent(church)).toEqual({
    calls: 3,
    inputTokens: 3_000,
    outputTokens: 300,
    cost: 3_300,
    cap: 20_000_000,
  })
  const { rows } = (await church.owner.languageModels.settings({})).usage
  expect(rows.map(({ purpose, calls }) => [purpose, calls])).toEqual([
    ['test', 2],
    ['sermon', 1],
  ])
  clock.advance(days(32))
  expect(await spent(church)).toMatchObject({ calls: 0, cost: 0 })
})

test('of two calls at once at the cap one passes; a failure releases what it reserved', async () => {
  const church = await aChurch()
  // A cent is 10,000 micro-dollars; 1,100 of them went to the try, and a call reserves up to 8,000.
  await store(church, stored('slow'), null, 1)
  let go = () => {}
  slow = new Promise<void>(done => (go = done))
  const calls = Promise.allSettled([1, 2].map(() => ask(church, { mostOutputTokens: 6_000 }).finally(go)))
  const outcomes = await calls
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'budget_reached' } })
  expect(asked).toHaveLength(1)
  expect(await spent(church)).toMatchObject({ cost: 2_200 })
  await store(church, stored('down'), null, 1)
  for (let i = 0; i < 3; i++)
    await expect(ask(church, { mostOutputTokens: 4_000 })).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toHaveLength(3)
  // What a useless answer cost is known, and counts.
  await store(church, stored('wrong'), null, 1)
  const before = (await spent(church)).cost
  await expect(ask(church)).rejects.toMatchObject({ code: 'invalid_output' })
  expect((await spent(church)).cost).toBe(before + 1_100)
})

test('what a killed process has reserved counts for ten minutes; a cap that is reached ends hasModel', async () => {
  const church = await aChurch()
  await store(church, stored('model-1'), null, 1)
  await church.inside(async ctx => {
    const { reserveBudget } = await import('./service/usage.ts')
    const { settingsRow, listWays } = await import('./service/access.ts')
    await reserveBudget(ctx, listWays(ctx.client.id, await settingsRow(ctx))[0]!, 8_900)
  })
  await expect(ask(church)).rejects.toMatchObject({ code: 'budget_reached' })
  expect(await church.inside(hasModel)).toBe(false)
  clock.advance(minutes(9))
  await expect(ask(church)).rejects.toMatchObject({ code: 'budget_reached' })
  clock.advance(minutes(2))
  expect(await church.inside(hasModel)).toBe(true)
  await ask(church)
  await expect(ask(await aChurch())).rejects.toMatchObject({ code: 'not_configured' })
})

test('the fallback is asked once where the first model is down, and not where confidence or the cap forbids it', async () => {
  const church = await aChurch()
  await store(church, stored('down'), stored('model-2'))
  expect(await ask(church)).toMatchObject({ model: 'model-2', value: { ok: true } })
  expect(asked.map(({ model }) => model)).toEqual(['down', 'model-2'])
  await expect(church.owner.languageModels.test({})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await church.owner.languageModels.test({ slot: 'fallback' })).toMatchObject({ model: 'model-2' })
  asked = []
  for (const confidential of [true, undefined])
    await expect(ask(church, { confidential })).rejects.toMatchObject({ code: 'refused' })
  const canceled = new AbortController()
  canceled.abort()
  await expect(ask(church, { signal: canceled.signal })).rejects.toMatchObject({ code: 'canceled' })
  expect(asked).toEqual([])
  await store(church, stored('down'), stored('down'))
  await expect(ask(church)).rejects.toMatchObject({ code: 'unavailable' })
  expect(asked).toHaveLength(2)
})

test('a model without a price is not asked', async () => {
  const church = await aChurch()
  await store(church, { ...stored('model-1'), inputPrice: null, outputPrice: null })
  await expect(ask(church)).rejects.toMatchObject({ code: 'not_configured' })
  expect(asked).toEqual([])
  expect((await church.owner.languageModels.settings({})).main.problem).toBe('no_price')
})

test('tests of other modules answer from a script, metered as a model is', async () => {
  const church = await aChurch()
  const end = answerWith([{ value: { ok: true } }, { fails: 'refused' }])
  onTestFinished(end)
  expect(await church.inside(hasModel)).toBe(true)
  expect(await ask(church)).toMatchObject({ value: { ok: true }, provider: 'sandbox', model: 'script' })
  await expect(ask(church)).rejects.toMatchObject({ code: 'refused' })
  expect(await spent(church)).toMatchObject({ calls: 1 })
  end()
  expect(await church.inside(hasModel)).toBe(false)
})
