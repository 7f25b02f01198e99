import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { aServer } from '#testing/web.ts'
import { holdStream } from './service.ts'

test('one member opens so many streams, and takes none from colleagues; a closed one makes room', async () => {
  const [{ send }, church] = [await aServer(), await aChurch()]
  const opened: Response[] = []
  const listen = async (role: 'staff' | 'pastor') => {
    const authorization = `Bearer ${church.people[role].session.access_token}`
    const answer = await send('/realtime/v1', { headers: { authorization, 'lampstand-client': church.id } })
    if (answer.ok) opened.push(answer)
    return answer
  }
  try {
    for (let i = 0; i < 30; i++) expect((await listen('staff')).status).toBe(200)
    const refused = await listen('staff')
    expect([refused.status, (await refused.json()).code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect((await listen('pastor')).status).toBe(200)
    await opened[0]!.body!.cancel()
    await expect.poll(async () => (await listen('staff')).status).toBe(200)
  } finally {
    for (const { body } of opened.slice(1)) await body!.cancel()
  }
})

test('visitors of a chat have places of their own', () => {
  const end = () => {}
  const window = () => holdStream('visitor', { network: '203.0.113.9', account: 'grace' }, end)
  const held = Array.from({ length: 12 }, window)
  try {
    expect(window).toThrow('Too many windows are open')
    held.push(holdStream('visitor', { network: '203.0.113.10', account: 'grace' }, end))
    held.push(holdStream('member', { user: 'ann', network: '203.0.113.9', account: 'grace' }, end))
  } finally {
    for (const release of held) release()
  }
})
