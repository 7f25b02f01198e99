// Isolated: it sets the keys of the server
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

const keys: (string | undefined)[] = []
const server = createServer(async (request, response) => {
  for await (const _ of request);
  keys.push(request.headers.authorization)
  const message = { role: 'assistant', content: '{"ok":true}' }
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    }),
  )
})
await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
for (const [name, value] of [
  ['WEBHOOKS_TO_LOOPBACK', 'on'],
  ['OPENAI_API_KEY', 'key-of-the-server'],
  ['AI_BASE_URL', address],
] as const)
  vi.stubEnv(name, value)
const { outerJob } = await import('#kernel/run.ts')
const { aChurch } = await import('#testing/church.ts')
const { askModel, chosenModel, hasModel } = await import('./service.ts')
vi.unstubAllEnvs()
afterAll(() => new Promise(done => server.close(done)))

const none = { provider: 'none' as const }
const openai = { provider: 'openai' as const, model: 'gpt-4.1' }
const refusal = (path: string[], message: RegExp) => ({
  data: { issues: [{ path, message: expect.stringMatching(message) }] },
})

test('on the key of the server a church chooses a listed model, at list prices and under the usual cap', async () => {
  const church = await aChurch()
  const save = (main: object, capCents = 2_000) =>
    church.owner.languageModels.saveSettings({ main: main as never, fallback: none, capCents, version: null })
  expect((await church.owner.languageModels.settings({})).serverProviders).toEqual(['openai', 'compatible'])
  await expect(save(openai, 2_001)).rejects.toMatchObject(refusal(['capCents'], /At most \$20/))
  await expect(save({ ...openai, model: 'ft:ours' })).rejects.toMatchObject(refusal(['main', 'model'], /from the list/))
  const cheap = { ...openai, inputPrice: 0, outputPrice: 0 }
  await expect(save(cheap)).rejects.toMatchObject(refusal(['main', 'inputPrice'], /list prices/))
  const missing = { provider: 'anthropic', model: 'claude-sonnet-4-5' }
  await expect(save(missing)).rejects.toMatchObject(refusal(['main', 'apiKey'], /enter the API key/))
  const { main } = await save(openai)
  expect(main).toMatchObject({ isServerKey: true, problem: null, key: { set: false } })
  expect(await church.inside(hasModel)).toBe(true)
  expect(await church.inside(chosenModel)).toEqual({
    provider: 'openai',
    model: 'gpt-4.1',
    label: 'GPT-4',
    isReady: true,
  })
  expect(JSON.stringify(await church.owner.languageModels.settings({}))).not.toContain('key-of-the-server')
})

test('the address of the server is asked without the key of any church', async () => {
  const church = await aChurch()
  const main = { provider: 'compatible' as const, model: 'local', inputPrice: 0, outputPrice: 0 }
  await church.owner.languageModels.saveSettings({ main, fallback: none, capCents: 0, version: null })
  expect(await church.inside(hasModel)).toBe(true)
  const schema = z.object({ ok: z.boolean() })
  const asked = { system: 'You help.', task: 'Answer.', data: [], confidential: false, mostOutputTokens: 50 }
  const answer = await askModel(outerJob(church.id, 'test', 'test'), { purpose: 'study', schema, ...asked })
  expect(answer).toMatchObject({ value: { ok: true }, model: 'local', cost: 0 })
  expect(keys).toEqual([undefined])
})
