import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { contract } from './contract.ts'
import { openApiDocument } from './openapi.ts'
import { DEPRECATED_AT, oldPathOf, renamedPaths, successorOf } from './renamed-paths.ts'

test('a renamed path leads to its successor, and to nothing that only begins alike', () => {
  expect(successorOf('/yeses/add-many')).toBe('/consents/add-many')
  expect(successorOf('/incidents/7/tell')).toBe('/incidents/7/post-update')
  expect(successorOf('/stopsigns')).toBeUndefined()
  expect(successorOf('/consents/of')).toBeUndefined()
  expect(oldPathOf('/incidents/{id}/post-update')).toBe('/incidents/{id}/tell')
})

test('the document marks every old path as deprecated, with an operation id of its own', async () => {
  const { paths } = await openApiDocument(contract)
  for (const [old, successor] of renamedPaths) {
    const under = Object.entries(paths as Record<string, Record<string, { deprecated?: boolean }>>)
    const now = under.filter(([path]) => path === successor || path.startsWith(`${successor}/`))
    expect(now.length, successor).toBeGreaterThan(0)
    for (const [path, methods] of now)
      for (const method of Object.keys(methods))
        expect(paths[old + path.slice(successor.length)]?.[method]?.deprecated, `${method} ${old}`).toBe(true)
  }
})

test.each([
  ['/rest/v1/yeses/caf%C3%A9', '/rest/v1/consents/caf%C3%A9'],
  ['/rest/v1/yeses/%E6%97%A5%E6%9C%AC?q=%E6%97%A5', '/rest/v1/consents/%E6%97%A5%E6%9C%AC?q=%E6%97%A5'],
  ['/rest/v1/incidents/%F0%9F%95%AF/tell', '/rest/v1/incidents/%F0%9F%95%AF/post-update'],
])('%s leads to %s: a header takes no other characters', async (old, successor) => {
  const { send } = await aServer()
  const answer = await send(old, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([308, successor])
  expect(answer.headers.get('link')).toContain(successor.split('?')[0])
  expect((await send(old, { method: 'POST', body: '{}' })).status).toBeLessThan(500)
})

test('a read of an old path is redirected, a write is answered there; both name the successor', async () => {
  const church = await aChurch()
  const { send } = await aServer()
  const { key } = await church.owner.apiKeys.create({ name: 'Website', scopes: ['people.read', 'people.write'] })
  const email = 'ann@example.com'
  const { id: personId } = await church.owner.people.create({
    firstName: 'Ann',
    lastName: 'Hill',
    points: [{ kind: 'email', value: email }],
  })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ personId, value: email, channel: 'email', how: 'At the door' })
  const written = await send('/rest/v1/stops/add', { method: 'POST', headers, body })
  expect([written.status, written.headers.get('deprecation')]).toEqual([200, `@${DEPRECATED_AT}`])
  expect(written.headers.get('link')).toBe('</rest/v1/suppressions/add>; rel="successor-version"')
  const read = await send(`/rest/v1/stops/of?personId=${personId}`, { headers })
  expect([read.status, read.headers.get('location')]).toEqual([308, `/rest/v1/suppressions/of?personId=${personId}`])
  const answer = await send(read.headers.get('location')!, { headers })
  expect(await answer.json()).toMatchObject({ items: [{ value: email, how: 'At the door' }] })
  expect(answer.headers.get('deprecation')).toBeNull()
})
