import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { clock, days, seconds } from '#kernel/clock.ts'
import { aUser, clientFor, nobody, type TestUser } from '#testing/church.ts'

let admin: TestUser
beforeAll(async () => {
  admin = await aUser({ admin: true })
})

const shown = async () => {
  clock.advance(seconds(6))
  return (await clientFor(nobody()).incidents.history({})).items
}
const wrong = (extra: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  title: 'Mail is slow',
  impact: 'minor' as const,
  state: 'investigating' as const,
  services: ['Mail' as const, 'Background jobs' as const],
  words: 'We are looking into it.',
  ...extra,
})

test('an incident is told to everyone, word by word, until it is resolved', async () => {
  const input = wrong()
  await Promise.all([1, 2].map(() => admin.client.incidents.create(input)))
  expect(await shown()).toMatchObject([
    { title: 'Mail is slow', state: 'investigating', services: ['Background jobs', 'Mail'], resolvedAt: null },
  ])
  const { incidents } = admin.client
  const word = { id: input.id, updateId: randomUUID(), state: 'resolved' as const, words: 'Fixed.' }
  await Promise.all([1, 2].map(() => incidents.postUpdate(word)))
  const [resolved] = await shown()
  expect(resolved).toMatchObject({ state: 'resolved', resolvedAt: expect.any(Date) })
  expect(resolved!.updates.map(update => update.words)).toEqual(['Fixed.', 'We are looking into it.'])
  await incidents.postUpdate({ ...word, updateId: randomUUID(), state: 'monitoring', words: 'It came back.' })
  expect(await shown()).toMatchObject([{ state: 'monitoring', resolvedAt: null }])
  await incidents.remove({ id: input.id })
  expect(await shown()).toEqual([])
})

test('what is open stands first; what was resolved leaves after 90 days', async () => {
  const open = wrong({ title: 'Open', startedAt: new Date(clock.ms() - days(2)) })
  const closed = wrong({ title: 'Closed', state: 'resolved' as const })
  for (const input of [open, closed]) await admin.client.incidents.create(input)
  expect((await shown()).map(incident => incident.title)).toEqual(['Open', 'Closed'])
  clock.advance(days(91))
  expect((await shown()).map(incident => incident.title)).toEqual(['Open'])
  // It took long, and ended just now.
  await admin.client.incidents.postUpdate({
    id: closed.id,
    updateId: randomUUID(),
    state: 'monitoring',
    words: 'Again.',
  })
  await admin.client.incidents.postUpdate({ id: closed.id, updateId: randomUUID(), state: 'resolved', words: 'Fixed.' })
  expect((await shown()).map(incident => incident.title)).toEqual(['Open', 'Closed'])
  clock.reset()
})

test('its facts are corrected, by the newest version alone, and bad ones refused at their field', async () => {
  const { incidents } = admin.client
  const { id, version } = await incidents.create(wrong())
  const changed = await incidents.update({ id, title: 'Mail is very slow', version })
  expect(changed.title).toBe('Mail is very slow')
  await expect(incidents.update({ id, title: 'x', version })).rejects.toMatchObject({ code: 'CONFLICT' })
  for (const [field, value] of Object.entries({ title: ' ', services: [], words: ' ' }))
    await expect(incidents.create(wrong({ [field]: value }) as never), field).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { issues: [expect.objectContaining({ path: [field] })] },
    })
})
