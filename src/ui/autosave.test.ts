import { expect, test, vi } from 'vitest'
import { Autosaver, changedParts } from './autosave.ts'
import { keepDraft, readDraft } from './kept-draft.ts'

interface Words {
  title: string
  list: string[]
}
const first: Words = { title: 'A', list: [] }
const stored = { version: 1, value: first }
const changesOf = (now: Words, before: Words) => changedParts(now, before, ['title', 'list'])

/** A server with one record, which refuses an older version. */
function server() {
  const record: { version: number; value: Words } = structuredClone(stored)
  const save = vi.fn(async (changes: object, version: number) => {
    await Promise.resolve()
    if (version !== record.version) throw Object.assign(new Error('changed meanwhile'), { code: 'CONFLICT' })
    record.value = { ...record.value, ...changes }
    record.version++
    return { version: record.version }
  })
  return { record, save }
}

test('only what changed is sent, one request after the other, each with the version of the last', async () => {
  const { record, save } = server()
  const saver = new Autosaver(stored, { changesOf, save })
  expect(await saver.flush()).toBe(true)
  saver.value = { ...first, title: 'B' }
  const one = saver.flush()
  saver.value = { ...saver.value, list: ['x'] }
  expect(await Promise.all([one, saver.flush()])).toEqual([true, true])
  expect(save.mock.calls).toEqual([[{ title: 'B', list: ['x'] }, 1]])
  saver.value = { ...saver.value, title: 'C' }
  await saver.flush()
  expect(save.mock.lastCall).toEqual([{ title: 'C' }, 2])
  expect(record.value).toEqual({ title: 'C', list: ['x'] })
})

test('what is typed while a request is on its way is saved by the next one', async () => {
  const { record, save } = server()
  const saver = new Autosaver(stored, { changesOf, save })
  saver.value = { ...first, title: 'B' }
  const going = saver.flush()
  await Promise.resolve()
  await Promise.resolve()
  saver.value = { ...first, title: 'BC' }
  await going
  expect(record.value.title).toBe('B')
  await saver.flush()
  expect(record.value.title).toBe('BC')
})

test('a second tab is told of the conflict and overwrites nothing until it says so', async () => {
  const { record, save } = server()
  const [mine, theirs] = [1, 2].map(() => new Autosaver(stored, { changesOf, save }))
  theirs!.value = { ...first, title: 'Theirs' }
  await theirs!.flush()
  mine!.value = { ...first, title: 'Mine' }
  expect(await mine!.flush()).toBe(false)
  expect(mine!.status()).toMatchObject({ conflict: true, problem: expect.any(Error) })
  expect([record.value.title, mine!.value.title]).toEqual(['Theirs', 'Mine'])
  expect(await mine!.overwrite(record.version)).toBe(true)
  expect([record.value.title, mine!.status().conflict]).toEqual(['Mine', false])
  theirs!.outdated()
  theirs!.accept(record.version, record.value)
  expect(theirs!.status().conflict).toBe(false)
  expect(await theirs!.flush()).toBe(true)
  expect(record.value.title).toBe('Mine')
})

test('a refusal lands on its field, keeps what was typed, and listeners hear of it', async () => {
  const refusal = Object.assign(new Error('no'), { data: { issues: [{ path: ['title'], message: 'Too long' }] } })
  const save = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue({ version: 2 })
  const saver = new Autosaver(stored, { changesOf, save })
  const heard: boolean[] = []
  const stop = saver.subscribe(() => heard.push(saver.status().saving))
  saver.value = { ...first, title: 'Long' }
  expect(await saver.flush()).toBe(false)
  expect(saver.status()).toMatchObject({ errors: { title: 'Too long' }, saving: false })
  expect(saver.value.title).toBe('Long')
  expect(await saver.flush()).toBe(true)
  expect(saver.status().errors).toEqual({})
  expect(heard).toEqual([true, false, true, false])
  stop()
  await saver.flush()
  expect(heard).toHaveLength(4)
})

test('a tab keeps what is not saved over a reload, and does without storage', () => {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  keepDraft('form 1', { version: 3, value: first }, store)
  expect(readDraft('form 1', store)).toEqual({ version: 3, value: first })
  keepDraft('form 1', null, store)
  expect(readDraft('form 1', store)).toBeUndefined()
  kept.set('lampstand.unsaved.form 1', 'not json')
  expect(readDraft('form 1', store)).toBeUndefined()
  const full = {
    ...store,
    setItem: () => {
      throw new Error('full')
    },
  }
  expect(keepDraft('form 1', { version: 1, value: 1 }, full)).toBeUndefined()
  expect(readDraft('form 1', undefined)).toBeUndefined()
})
