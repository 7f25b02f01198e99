import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aChurch } from '#testing/church.ts'
import { advisoryLock, containing, escapeLike } from './sql.ts'

test('LIKE finds what was typed, signs of patterns too', async () => {
  const church = await aChurch()
  const isIn = (part: string, whole: string) =>
    church.inside(async ctx => {
      const { rows } = await ctx.db.execute<{ found: boolean }>(
        sql`select ${whole}::text ilike ${containing(part)} as found`,
      )
      return rows[0]!.found
    })
  expect(await Promise.all(['50%', '5_', 'a\\b'].map(part => isIn(part, 'up to 50% of 5_ a\\b')))).toEqual([
    true,
    true,
    true,
  ])
  expect(await Promise.all(['5%0', '_', '\\'].map(part => isIn(part, 'up to 550')))).toEqual([false, false, false])
  expect(await isIn("o'brien - the well", 'O’Brien — The Well')).toBe(true)
  expect(await isIn('“wait…', '«wait... for it»')).toBe(true)
  expect(escapeLike('100%_\\')).toBe('100\\%\\_\\\\')
})

test('of two transactions that lock one name, the second waits for the first; another name waits for nobody', async () => {
  const church = await aChurch()
  const order: string[] = []
  let letGo = () => {}
  const held = new Promise<void>(resolve => (letGo = resolve))
  let locked = () => {}
  const isLocked = new Promise<void>(resolve => (locked = resolve))
  const first = church.inside(async ctx => {
    await advisoryLock(ctx.db, `batch ${church.id}`)
    locked()
    await held
    order.push('first')
  })
  await isLocked
  const second = church.inside(async ctx => {
    await advisoryLock(ctx.db, `batch ${church.id}`)
    order.push('second')
  })
  await church.inside(async ctx => {
    await advisoryLock(ctx.db, `other ${church.id}`)
    order.push('other')
  })
  letGo()
  await Promise.all([first, second])
  expect(order).toEqual(['other', 'first', 'second'])
})
