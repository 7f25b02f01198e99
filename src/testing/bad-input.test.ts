import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { publicKeys, sign } from '#kernel/tokens.ts'
import { aChurch } from './church.ts'
import { aServer } from './web.ts'

type Church = Awaited<ReturnType<typeof aChurch>>
let church: Church
let server: Awaited<ReturnType<typeof aServer>>
let token: string

beforeAll(async () => {
  server = await aServer()
  church = await aChurch()
  token = church.people.staff.session.access_token
})

async function send(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await server.send(`/rest/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'lampstand-client': church.id,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: (await response.json()) as any }
}
const ask = (method: string, path: string, body: object) => send(method, path, JSON.stringify(body))
const count = async () => (await church.staff.leads.list({})).items.length

test.each([
  ['not JSON', '{"firstName":'],
  ['a lone word', 'hello'],
  ['a list', '[1,2,3]'],
  ['a number', '7'],
  ['null', 'null'],
  ['nothing', ''],
  ['text of the wrong kind', '{"firstName":7}'],
  ['a stage that is none', '{"firstName":"Pat","status":"heaven"}'],
  ['an owner that is none', '{"firstName":"Pat","assignedTo":"me"}'],
  ['too long a name', JSON.stringify({ firstName: 'x'.repeat(201) })],
  ['a value that is no whole number', '{"firstName":"Pat","value":1.5}'],
  ['an address that is none', '{"email":"pat@"}'],
  ['deep nesting', `${'{"notes":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
])('a body that is %s is refused with a sentence, and nothing is added', async (_, body) => {
  const answer = await send('POST', '/leads', body)
  expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message: expect.stringMatching(/\w \w/) } })
  expect(await count()).toBe(0)
})

test('names that JavaScript gives a meaning are only names', async () => {
  const answer = await send('POST', '/leads', '{"firstName":"Proto","__proto__":{"admin":true},"constructor":{"x":1}}')
  expect(answer).toMatchObject({ status: 200, body: { name: 'Proto' } })
  expect(({} as any).admin).toBeUndefined()
  await church.staff.leads.remove({ id: answer.body.id })
})

test('what another site could send without asking first is not read', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])
    expect((await send('POST', '/leads', '{"firstName":"Eve"}', { 'content-type': type })).status, type).toBe(400)
  expect(await count()).toBe(0)
})

test('unknown paths, other methods and bodies that are too large have a status of their own', async () => {
  expect((await send('GET', '/nothing')).status).toBe(404)
  expect((await send('PUT', '/leads', '{}')).status).toBe(404)
  expect((await send('DELETE', '/leads')).status).toBe(404)
  expect((await send('GET', '/leads/%ZZ')).status).toBe(400)
  expect((await send('GET', '/leads/not-an-id')).status).toBe(400)
  expect((await send('GET', '/leads?limit=all')).status).toBe(400)
  expect((await send('GET', '/leads?limit=100000')).status).toBe(400)
  expect((await send('GET', '/leads?status=heaven')).status).toBe(400)
  expect(await send('POST', '/leads', JSON.stringify({ notes: 'x'.repeat(2_000_000) }))).toMatchObject({
    status: 413,
    body: { code: 'PAYLOAD_TOO_LARGE', message: 'The request is too large.' },
  })
})

/** The token's claims, signed by someone else or otherwise than by us. */
async function forgeries(): Promise<Record<string, string>> {
  const claims = decodeJwt(token) as Record<string, unknown>
  const { kid } = decodeProtectedHeader(token)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ours = JSON.stringify((await publicKeys()).keys[0])
  const [head, body, signature] = token.split('.') as [string, string, string]
  const grown = Buffer.from(JSON.stringify({ ...claims, sub: church.people.owner.id })).toString('base64url')
  const past = Math.floor(Date.now() / 1000) - 10
  return {
    'another key with our id': await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey),
    'no signature': new UnsecuredJWT(claims).encode(),
    'alg none, our signature': `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${body}.${signature}`,
    'our public key as a secret': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(Buffer.from(ours)),
    'changed claims': `${head}.${grown}.${signature}`,
    'cut off': token.slice(0, -4),
    expired: await sign({ ...claims, exp: past }),
    'another issuer': await sign({ ...claims, iss: 'https://elsewhere.example/auth/v1' }),
    'another audience': await sign({ ...claims, aud: 'somebody' }),
    'a session that never was': await sign({ ...claims, session_id: crypto.randomUUID() }),
    'no session': await sign({ ...claims, session_id: undefined }),
    nonsense: 'a.b.c',
    empty: '',
    'very long': 'x'.repeat(100_000),
  }
}

test('a token that is forged, expired or of no session lets nobody in', async () => {
  for (const [name, forged] of Object.entries(await forgeries())) {
    const answer = await send('GET', '/leads', undefined, { authorization: `Bearer ${forged}` })
    expect(answer, name).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
  }
  for (const authorization of ['Basic cGF0OnB3', 'Bearer', token, 'bearer  '])
    expect((await send('GET', '/leads', undefined, { authorization })).status, authorization).toBe(401)
  expect((await send('GET', '/leads')).status).toBe(200)
})

test("another church's account is not found, and neither is one that is none", async () => {
  const hope = await aChurch('Hope Chapel')
  for (const client of [hope.id, crypto.randomUUID(), 'x', `${church.id}'`, '0'.repeat(5_000)])
    expect(await send('GET', '/leads', undefined, { 'lampstand-client': client }), client).toMatchObject({
      status: 404,
      body: { message: 'Account not found' },
    })
})

const strings = [
  "O'Brien",
  '"quoted" \'twice\'',
  "Robert'); DROP TABLE people;--",
  '1; select pg_sleep(10)',
  '\u0024{7*7} {{7*7}} <%= 7 %>',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '&lt;b&gt; &amp; &#0;',
  '=HYPERLINK("http://example.org","x")',
  '@SUM(1+1)*cmd',
  '+1 (512) 555-0199',
  '-1',
  '\\',
  '\\n \\0 \\u0000 \\x41',
  '%s %d %n %%',
  '%_%',
  '%2e%2e%2f',
  '../../../../etc/passwd',
  'C:\\Windows\\System32',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '1e1000',
  '__proto__',
  'constructor',
  '[object Object]',
  '$1 $$ $& $`',
  'Zoë Ångström-Łukasiewicz',
  'Nguyễn Thị Minh Khai',
  'محمد بن عبد الله',
  'שָׁלוֹם עֲלֵיכֶם',
  '山田太郎',
  '김하늘',
  'தமிழ் பெயர்',
  '👨‍👩‍👧‍👦 🕯️ 🇺🇸',
  'Z̴̡̛a̷̧͝l̶̰̈g̸̱̈o̵͖͝',
  '\u202Eright to left\u202C',
  'zero\u200Bwidth\u200Djoiner\uFEFFmark',
  'ﬁ ﬂ Ⅷ ½ İ ı ß ẞ ſ',
  'line\u2028separator\u2029end',
  `x${'y'.repeat(75)}z`,
]

test.each(strings)('%j goes in and comes back as it was', async text => {
  const lead = (await ask('POST', '/leads', { firstName: text, notes: `${text}\n${text}`, source: text })).body
  expect(lead).toMatchObject({ name: text, notes: `${text}\n${text}`, source: text })
  const found = await send('GET', `/leads?search=${encodeURIComponent(text)}`)
  expect(found.body.items.map((item: any) => item.id)).toContain(lead.id)
  expect((await send('GET', `/leads?source=${encodeURIComponent(text)}`)).body.items).toMatchObject([{ id: lead.id }])

  const made = await ask('POST', '/people', { firstName: 'Pat', lastName: text, nickName: text, campus: text })
  expect((await send('GET', `/people/${made.body.id}`)).body).toMatchObject({
    lastName: text,
    nickName: text,
    campus: text,
  })
  const tag = await ask('POST', '/tags', { name: text })
  expect((await send('GET', '/tags')).body.items).toContainEqual(
    expect.objectContaining({ id: tag.body.id, name: text }),
  )
  await ask('POST', '/notes', { personId: made.body.id, body: text })
  expect((await send('GET', `/notes?personId=${made.body.id}`)).body.items).toMatchObject([{ body: text }])
})

test('characters that no text can hold become blanks, and halves of one a sign that something was there', async () => {
  const lead = (await send('POST', '/leads', '{"firstName":"a\\u0000b\\u0007c","lastName":"d\\ud800e"}')).body
  expect(lead.name).toBe('a b c d\uFFFDe')
  expect((await send('POST', '/tags', '{"name":"\\u0000"}')).status).toBe(400)
  expect((await send('GET', '/leads?search=%00')).status).toBe(400)
  expect((await send('GET', '/people?search=%00%ff')).status).toBe(400)
})
