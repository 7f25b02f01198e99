import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyed, listed, panelsOf } from '#kernel/modules.ts'
import type { ServerModule } from '#kernel/server-modules.ts'
import { routes } from './http.ts'
import { serverModules } from './modules.server.ts'
import { modules } from './modules.ts'

const folders = readdirSync('src/modules').sort()
const sources = (pattern: string) => globSync(pattern).map(file => readFileSync(file, 'utf8'))

test('every module is in both lists', () => {
  expect(modules.map(({ name }) => name).sort()).toEqual(folders)
  expect(serverModules.map(({ name }) => name).sort()).toEqual(folders)
})

test('every route leads to a screen, and no two to one address', () => {
  const routes = modules.flatMap(({ name, routes = [] }) => routes.map(route => ({ ...route, name })))
  for (const { name, file } of routes) expect(existsSync(`src/modules/${name}/${file}`), `${name}/${file}`).toBe(true)
  const paths = routes.map(({ path }) => path)
  expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
  const screens = new Set(routes.filter(({ frame }) => frame === 'app').map(({ path }) => `/${path}`))
  for (const { path } of [...listed('navigation'), ...listed('actions')])
    expect(screens, path).toContain(path.split('?')[0])
})

test('no two routes of the server answer at one address', () => {
  const addresses = routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(addresses.filter((address, at) => addresses.indexOf(address) !== at)).toEqual([])
})

test('what modules bring by key, they bring once', () => {
  const kinds = ['timelineKinds', 'notificationKinds', 'statuses', 'topics', 'mergeTags', 'sampleIds'] as const
  for (const kind of kinds) expect(() => keyed(kind)).not.toThrow()
  expect(panelsOf('conversation').map(panel => panel.label)).toEqual(['Assistant'])
  expect(panelsOf('composer').map(panel => panel.label)).toEqual(['Text', 'Email'])
})

test('every address with parameters has samples for a test that opens it', () => {
  const made = readFileSync('e2e/sample-addresses.ts', 'utf8')
  const routes = modules.flatMap(({ routes = [] }) => routes.map(({ path }) => path)).filter(path => path.includes(':'))
  const without = routes.filter(path => !keyed('sampleIds').has(path))
  expect(without.filter(path => !made.includes(`'/${path.replace(/:.*/, ':')}'`))).toEqual([])
  for (const [address, sample] of keyed('sampleIds')) {
    const names = [...address.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(names.length > 0 || address.includes('?'), address).toBe(true)
    const given = Object.keys('values' in sample ? sample.values : (sample.fields ?? {}))
    expect('values' in sample ? given : names, address).toEqual(
      expect.arrayContaining('values' in sample ? names : given),
    )
  }
})

test('every widget that a manifest names is there', async () => {
  for (const { load } of [...listed('tiles'), ...listed('needs')]) expect(await load()).toBeTypeOf('function')
})

test('every state that a screen shows has its tones in some manifest', () => {
  const shown = sources('src/**/*.tsx').flatMap(text =>
    [...text.matchAll(/<Status(?:Badge|Dot)[^>]*?\bof="(\w+)"/g)].map(([, of]) => of!),
  )
  expect(shown.length).toBeGreaterThan(20)
  for (const of of shown) expect(keyed('statuses').has(of), of).toBe(true)
})

test('every topic that is announced has a permission, but for those that no screen of a member listens to', () => {
  const announced = sources('src/**/*.ts').flatMap(text =>
    [...text.matchAll(/\bannounce\(\w+, '([\w-]+)'/g)].map(([, topic]) => topic!),
  )
  const unheard = new Set(announced.filter(topic => !keyed('topics').has(topic)))
  expect([...unheard].sort()).toEqual(['contact', 'support-chat'])
})

test('every trigger and action of a workflow is on both sides, says itself in a sentence, and its form is there', async () => {
  const sides = [
    ['workflowTriggers', 'automationTriggers'],
    ['workflowActions', 'automationActions'],
  ] as const
  for (const [server, screens] of sides) {
    const done = (serverModules as readonly ServerModule[]).flatMap(one => Object.keys(one[server] ?? {}))
    expect([...keyed(screens).keys()].sort()).toEqual(done.sort())
    expect(done.length).toBeGreaterThan(5)
    for (const [key, { sentence, form }] of keyed(screens)) {
      expect(
        sentence?.({}, () => '…'),
        key,
      ).toMatch(/^[^.]+$/)
      if (form) expect(await form(), key).toBeTypeOf('function')
    }
  }
})

test('every kind of entry on the calendar is on both sides, and its topic says when some have changed', () => {
  const kinds = (serverModules as readonly ServerModule[]).flatMap(one => Object.keys(one.calendarEntries ?? {}))
  expect([...keyed('calendarEntries').keys()].sort()).toEqual(kinds.sort())
  expect(kinds).toContain('sermon')
  for (const [kind, { topic, permission }] of keyed('calendarEntries'))
    expect(keyed('topics').get(topic), kind).toBe(permission)
})
