import { beforeAll, expect, test } from 'vitest'
import { routes } from '#app/http.ts'
import { storage } from '#providers/storage/index.ts'
import { aChurch } from './church.ts'
import { aServer } from './web.ts'

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})

const odd = [
  '%00',
  '%0d%0aSet-Cookie:%20a=b',
  '%7f',
  '%ff',
  '%zz',
  '%E2%80%AE',
  'caf%C3%A9',
  '%E6%97%A5%E6%9C%AC',
  'a'.repeat(3_000),
  "'",
  '..%2f..',
  '-1',
]
const anonymous = routes.filter(
  ({ path, mode }) => path.includes(':') && ['anonymous', 'person', 'webhook'].includes(mode),
)

test('no odd address of a public page or call is an error of ours', async () => {
  const broken: string[] = []
  expect(anonymous.length).toBeGreaterThan(20)
  for (const { method, path } of anonymous)
    for (const value of odd) {
      const at = path.replaceAll(/:\w+/g, value).replaceAll('*', value)
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
      const body = method === 'GET' || method === 'HEAD' ? undefined : `email=${value}&_opened=${value}`
      const answer = await server.send(at, { method, headers, body, redirect: 'manual' }).catch(error => error)
      const isPlain =
        answer instanceof Response && [...answer.headers.values()].every(text => /^[\x09\x20-\x7e]*$/.test(text))
      if (!(answer instanceof Response) || answer.status >= 500 || !isPlain) broken.push(`${method} ${at.slice(0, 80)}`)
    }
  expect(broken).toEqual([])
})

test('pages and calls with control characters in their address are refused before anything reads them', async () => {
  for (const path of ['/newsletter/%00', '/subscribe/%0d%0aX', '/blog/%1f', '/rest/v1/leads/%00', '/%7F'])
    expect(await (await server.send(path)).json(), path).toMatchObject({ message: 'Address not found.' })
})

test('JSON for one person is not kept by caches; what says how long it may be is left alone', async () => {
  const church = await aChurch()
  const headers = { authorization: `Bearer ${church.people.staff.session.access_token}`, 'lampstand-client': church.id }
  const cacheOf = async (path: string, init: RequestInit = {}) =>
    (await server.send(path, { headers, ...init })).headers.get('cache-control')
  for (const path of ['/rest/v1/leads', '/rest/v1/clients/mine', '/rest/v1/leads/nothing', '/auth/v1/user'])
    expect(await cacheOf(path), path).toBe('no-store')
  expect(await cacheOf('/storage/v1/files/nothing')).toBe('no-store')
  expect(await cacheOf('/storage/v1/uploads', { method: 'POST' })).toBe('no-store')
  expect(await cacheOf('/auth/v1/.well-known/jwks.json')).toBe('public, max-age=600')
})

test('a full disk is said in a sentence, with 507', async () => {
  const church = await aChurch()
  const full = () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  const provider = storage().name
  expect(provider).toBe('sandbox')
  const answer = await server.send('/storage/v1/uploads?purpose=import&name=people.csv', {
    method: 'POST',
    headers: { authorization: `Bearer ${church.people.staff.session.access_token}`, 'lampstand-client': church.id },
    body: new ReadableStream({ pull: full }),
    duplex: 'half',
  } as RequestInit)
  expect([answer.status, await answer.json()]).toEqual([
    507,
    {
      code: 'INSUFFICIENT_STORAGE',
      message: 'The server has no space left for files. Nothing was saved. Please tell the operator.',
    },
  ])
})
