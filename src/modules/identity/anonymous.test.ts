// Isolated: anonymous sign-in is switched on as the server starts
import { beforeAll, expect, test, vi } from 'vitest'
import { claimsIn, linkIn, messageTo, newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'

vi.hoisted(() => {
  process.env.AUTH_ANONYMOUS = 'on'
})

let server: Awaited<ReturnType<typeof aServer>>
beforeAll(async () => {
  server = await aServer()
})

test('where it is allowed, someone without an address signs in, and becomes known by an address later', async () => {
  const auth = server.auth()
  const { data, error } = await auth.signInAnonymously({ options: { data: { colour: 'blue' } } })
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { colour: 'blue' }, identities: [] })
  expect(claimsIn(data.session!.access_token)).toMatchObject({ is_anonymous: true, amr: [{ method: 'anonymous' }] })
  expect((await auth.reauthenticate()).error).toMatchObject({
    message: 'Reauthentication requires the user to have an email or a phone number',
  })
  const headers = { authorization: `Bearer ${data.session!.access_token}` }
  expect(await (await server.send('/rest/v1/clients/mine', { headers })).json()).toMatchObject({ accounts: [] })

  const email = newEmail()
  expect((await auth.updateUser({ email })).error).toBeNull()
  const link = linkIn(await messageTo(email))
  expect((await server.send(link.pathname + link.search)).headers.get('location')).toContain('access_token')
  const { user } = (await auth.getUser()).data
  expect(user).toMatchObject({ id: data.user!.id, email, is_anonymous: false })
})
