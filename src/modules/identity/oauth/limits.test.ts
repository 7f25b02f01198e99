import { expect, test } from 'vitest'
import { aPublicProgram, authorize, post } from '#testing/oauth.ts'

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'a token request answers no name that every object has: %s',
  async name => {
    const program = await aPublicProgram()
    const answer = await post('token', { grant_type: name, client_id: program.client_id })
    expect(answer).toMatchObject({ status: 400, error: 'unsupported_grant_type' })
    expect(answer).not.toHaveProperty('db')
  },
)

test('a state with NUL is no error of ours', async () => {
  const { response } = await authorize(await aPublicProgram(), { state: 'a\0b' })
  expect(response.status).toBeLessThan(500)
})
