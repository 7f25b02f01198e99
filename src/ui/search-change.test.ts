import { expect, test } from 'vitest'
import { changeSearch } from './search-change.ts'

/** An address whose changes arrive when they are let go. */
function browser(search = '') {
  const here = { pathname: '/admin', search }
  const waiting: (() => void)[] = []
  const go = (next: string) =>
    new Promise<void>(done =>
      waiting.push(() => {
        here.search = next
        done()
      }),
    )
  const change = (changes: Record<string, string | null>) => changeSearch(changes, { ...here }, go)
  const arrive = async () => {
    waiting.shift()?.()
    await new Promise(setImmediate)
  }
  return { here, change, arrive }
}

test('names are set and taken away, the rest stays', async () => {
  const { here, change, arrive } = browser('tab=all&q=ann')
  void change({ q: null, sort: '-name', status: '' })
  await arrive()
  expect(here.search).toBe('tab=all&sort=-name')
})

test('a second change before the first arrived loses neither', async () => {
  const { here, change, arrive } = browser()
  void change({ submission: '7' })
  void change({ q: 'ann' })
  await arrive() // the first arrives, the second is still on its way
  void change({ status: 'new' })
  await arrive()
  await arrive()
  expect(new URLSearchParams(here.search)).toEqual(new URLSearchParams('submission=7&q=ann&status=new'))
})

test('what has arrived is left behind: going back counts, and so does another page', async () => {
  const { here, change, arrive } = browser()
  void change({ q: 'ann' })
  await arrive()
  here.search = ''
  void change({ status: 'new' })
  await arrive()
  expect(here.search).toBe('status=new')

  void change({ q: 'ann' })
  here.pathname = '/people'
  here.search = ''
  void change({ tag: 'choir' })
  await arrive()
  await arrive()
  expect(here.search).toBe('tag=choir')
})

test('a change that was refused is not built upon', async () => {
  await expect(
    changeSearch({ q: 'ann' }, { pathname: '/x', search: '' }, () => Promise.reject(new Error('no'))),
  ).rejects.toThrow('no')
  let seen = ''
  await changeSearch({ tag: 'a' }, { pathname: '/x', search: '' }, search => void (seen = search))
  expect(seen).toBe('tag=a')
})
