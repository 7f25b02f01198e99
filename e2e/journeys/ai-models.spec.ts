// Modules: language-models sermons
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, test } from '../fixtures.ts'

/** An OpenAI-compatible API that words each part that it is given, for one key alone. */
async function aModel() {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== 'Bearer the-right-key-4321') return answer(401, { error: { message: 'no' } })
    const parts = [...text.matchAll(/\[(b\d+)\]/g)].map(([, id]) => ({
      id,
      text: `This is part ${id}, for the people who came here today with a question of their own.`,
    }))
    const content = JSON.stringify(parts.length > 0 ? { parts } : { ok: true })
    answer(200, {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'church-model',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close: () => server.close() }
}

test('an owner sets up a model, whose key is tried; it words a sermon, and the cost is counted', async ({
  visit,
  tolerate,
}) => {
  tolerate(/status of 400/)
  const { owner } = await aChurch()
  const model = await aModel()
  const page = await visit(owner)
  await page.goto('/settings?section=ai-models')
  await expect(page.getByText('On now: Built-in engine')).toBeVisible()
  await page.getByRole('combobox', { name: 'Answers and drafts are written by' }).click()
  await page.getByRole('option', { name: 'A model at your address' }).click()
  const form = page.getByRole('group', { name: 'Model', exact: true })
  await form.getByLabel('Model ID').fill('church-model')
  await form.getByLabel('Address').fill(model.address)
  await form.getByRole('textbox', { name: 'API key' }).fill('a-wrong-key-1234')
  await form.getByLabel('Price of text read').fill('1')
  await form.getByLabel('Price of text written').fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('The provider did not accept the API key.')).toBeVisible()
  await form.getByRole('textbox', { name: 'API key' }).fill('the-right-key-4321')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Stored, ends in 4321.')).toBeVisible()
  await form.getByRole('button', { name: 'Test' }).click()
  await expect(form.getByRole('status')).toContainText('1,000 tokens read, 100 written, $0.0012')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/sermon-generator')
  await page.getByLabel('Title').fill('Grace that holds')
  await page.getByLabel('Bible passage', { exact: true }).fill('Romans 8:31-39')
  await page.getByLabel('Theme').fill('Trust')
  await expect(page.getByLabel('Let church-model word it')).toBeChecked()
  await page.getByRole('button', { name: 'Generate Sermon' }).click()
  await expect(page.getByText('were written by church-model')).toBeVisible({ timeout: 40_000 })
  await expect(page.getByText('AI model', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/Verified against the stored Bible/)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/settings?section=ai-models')
  await expect(page.getByRole('row', { name: /^Sermons church-model/ })).toBeVisible()
  model.close()
})
