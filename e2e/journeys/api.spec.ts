// Modules: api-access webhooks leads clients
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { aChurch, expect, expectAccessible, expectNoHorizontalScroll, origin, test } from '../fixtures.ts'

/** An outside program that receives webhooks. */
async function aReceiver() {
  const received: { headers: http.IncomingHttpHeaders; body: string }[] = []
  const server = http.createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
      response.writeHead(204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { received, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` }
}

test('an outside program works with a key, hears of it by a signed webhook, and repeats a call safely', async ({
  visit,
}) => {
  const { received, server, url } = await aReceiver()
  const church = await aChurch('Grace Chapel')
  const page = await visit(church.owner)
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'API' }).click()
  await expect(page.getByText('No API keys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Create API key' }).click()
  const form = page.getByRole('dialog', { name: 'Create an API key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Church website')
  await form.getByLabel('Add, edit and move leads').check()
  await form.getByLabel('See leads', { exact: true }).check()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  const key = (await shown.getByText(/^lsk_/).textContent())!
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Never used')).toBeVisible()

  await page.getByRole('button', { name: 'Add endpoint' }).click()
  const endpoint = page.getByRole('dialog', { name: 'Add a webhook endpoint' })
  await endpoint.getByRole('textbox', { name: 'URL' }).fill(url)
  await endpoint.getByLabel('A lead was added').check()
  await endpoint.getByRole('button', { name: 'Add endpoint' }).click()
  const signing = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = (await signing.getByText(/^whsec_/).textContent())!
  await signing.getByRole('button', { name: 'Done' }).click()

  const post = async () => {
    const response = await fetch(`${origin()}/rest/v1/leads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': 'form-4711' },
      body: JSON.stringify({ firstName: 'Ann', lastName: 'Visitor', source: 'Website' }),
    })
    return {
      status: response.status,
      text: await response.text(),
      replayed: response.headers.get('idempotency-replayed'),
    }
  }
  const first = await post()
  expect(first.status, first.text).toBe(200)
  expect(await post()).toEqual({ status: 200, text: first.text, replayed: 'true' })

  await expect(() => expect(received).toHaveLength(1)).toPass({ timeout: 15_000 })
  const [{ headers, body }] = received as [(typeof received)[number]]
  expect(JSON.parse(body)).toMatchObject({ type: 'lead.created', data: { name: 'Ann Visitor' } })
  const signature = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)

  // The screen follows: the key was used, the delivery stands in the log and can be sent again.
  await page.reload()
  await expect(page.getByText('Last used')).toBeVisible()
  await page.getByRole('button', { name: `More for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Delivery log' }).click()
  const log = page.getByRole('dialog', { name: 'Delivery log' })
  await expect(log.getByText('Delivered')).toBeVisible()
  await expectAccessible(page)
  await log.getByRole('button', { name: 'Send again: lead.created' }).click()
  await expect(() => expect(received).toHaveLength(2)).toPass({ timeout: 15_000 })
  expect(received[1]!.headers['webhook-id']).toBe(headers['webhook-id'])
  await log.getByRole('button', { name: 'Close' }).click()

  await page.goto('/leads?view=table')
  await expect(page.getByText('Ann Visitor')).toHaveCount(1)
  await page.goto('/settings?section=api')
  await page.setViewportSize({ width: 360, height: 800 })
  await expect(page.getByText('Church website')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'More for Church website' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()
  expect((await post()).status).toBe(401)
  server.close()
})
