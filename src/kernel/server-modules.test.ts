import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { modules } from '#app/modules.ts'
import { declareTask, registerJobs, task } from './jobs.ts'
import { defineModule, keyed, listed, plugInModules } from './modules.ts'
import { type Demo, defineServerModule, jobsOf, joined, seed, seedsOf } from './server-modules.ts'

afterAll(() => plugInModules(modules))

const raffles = { name: 'raffles', contract: {}, router: {} }
const remind = declareTask('raffles.remind', z.object({ id: z.uuid() }), { formerly: 'raffles.due' })

test('a declared task without a handler stops the start', () => {
  const declared = defineServerModule({ ...raffles, tasks: [{ remind }] })
  expect(() => jobsOf([declared])).toThrow('no job handles the task raffles.remind')
  const handled = defineServerModule({ ...declared, jobs: [{ reminding: task(remind, async () => {}) }] })
  expect(jobsOf([handled])).toMatchObject([{ kind: 'task', queue: 'raffles.remind' }])
})

test('a task takes the jobs of the queue that it replaced, and two of one name stop the start', () => {
  const reminding = task(remind, async () => {})
  const old = task('raffles.due', z.object({}), async () => {})
  expect(() => registerJobs([reminding, old])).toThrow('two jobs are called raffles.due')
})

test('two modules can’t bring the same name of the contract, nor the same topic', () => {
  const one = { ...raffles, contract: { raffles: {} }, router: { raffles: {} } }
  expect(() => joined([one, one], 'contract')).toThrow('two modules bring contract raffles')
  const topics = { raffles: 'content.read' } as const
  plugInModules([defineModule({ name: 'a', topics }), defineModule({ name: 'b', topics })])
  expect(() => keyed('topics')).toThrow('two modules bring topics raffles; the second is b')
  expect(() => plugInModules([{ name: 'a' }, { name: 'a' }])).toThrow('two modules are called a')
})

test('an unknown topic has no permission, whatever an object is born with', () => {
  plugInModules([defineModule({ name: 'a', topics: { raffles: 'content.read' } })])
  expect(keyed('topics').get('raffles')).toBe('content.read')
  for (const topic of ['constructor', '__proto__', 'toString']) expect(keyed('topics').get(topic)).toBeUndefined()
  expect(listed('navigation')).toEqual([])
})

test('seeds run after those whose rows they build on, each for its account', async () => {
  const order: string[] = []
  const run = (name: string) => async (_: unknown, demo: Demo) => void order.push(`${name} ${demo.userIds}`)
  const draw = seed({ name: 'draw', after: ['tickets'], run: run('draw') })
  const tickets = seed({ name: 'tickets', run: run('tickets') })
  const news = seed({ name: 'news', account: 'operator', run: run('news') })
  const all = [defineServerModule({ ...raffles, seed: [draw, news, tickets] })]
  for (const one of seedsOf(all)) await one.run(null as never, { userIds: ['pat'], personIds: [] }, undefined)
  expect(order).toEqual(['tickets pat', 'draw pat'])
  expect(seedsOf(all, 'operator')).toEqual([news])
  const ring = [defineServerModule({ ...raffles, seed: [draw, { ...tickets, after: ['draw'] }] })]
  expect(() => seedsOf(ring)).toThrow('seeds wait for each other: draw → tickets → draw')
  expect(() => seedsOf([defineServerModule({ ...raffles, seed: [draw] })])).toThrow('which no module brings')
})
