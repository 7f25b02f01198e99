import { expect, test } from 'vitest'
import { aUser } from '#testing/church.ts'
import { makeAdmin } from './admin.ts'

test('someone who signed up becomes an admin and a member of the operator account', async () => {
  const pat = await aUser()
  expect(await makeAdmin(` ${pat.email.toUpperCase()} `)).toBe(pat.email)
  const { user, accounts } = await pat.client.clients.mine({})
  expect(user.role).toBe('admin')
  expect(accounts).toMatchObject([{ name: 'Lampstand', house: true, role: 'owner' }])
  expect(await makeAdmin(pat.email)).toBe(pat.email)
})

test('nobody is made an admin who has not signed up', async () => {
  await aUser()
  await expect(makeAdmin('nobody@example.org')).rejects.toThrow('Nobody has signed up as nobody@example.org yet')
})
