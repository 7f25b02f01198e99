import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { plainly, textFor } from '../rules/message.ts'

test('templates by category come back from the trash; typographic signs can be put plainly', async () => {
  const church = await aChurch()
  const made = await church.pastor.smsTemplates.create({
    name: 'Welcome',
    category: 'Guests',
    body: 'Hi {firstName|friend}',
  })
  await expect(church.pastor.smsTemplates.create({ name: 'x', category: 'y', body: '{nobody}' })).rejects.toMatchObject(
    {
      data: { issues: [{ path: ['body'] }] },
    },
  )
  await church.pastor.smsTemplates.remove({ id: made.id })
  expect((await church.pastor.smsTemplates.list({})).items).toEqual([])
  await church.pastor.smsTemplates.restore({ id: made.id })
  expect((await church.pastor.smsTemplates.list({})).items).toMatchObject([{ category: 'Guests' }])
  expect(plainly('“It’s on” – see you…')).toBe('"It\'s on" - see you...')
  const short = () => 'S'
  expect(textFor('Go to https://a.example/b?c=d, or https://a.example/.', {}, { known: true, short }).text).toBe(
    'Go to S, or S.',
  )
})
