import { sql } from 'drizzle-orm'
import type { Ctx } from '#kernel/ctx.ts'
import { keyed } from '#kernel/modules.ts'
import { read as leadSettings } from '#leads/settings/service.ts'
import type { Describer } from '../../rules/summary.ts'

/** Tables in which something chosen by id has its name, by the kinds that pieces ask for. */
const tables: Record<string, string> = {
  tag: 'tags',
  group: 'groups',
  form: 'forms',
  appointmentType: 'calendar_types',
  workflow: 'workflows',
  member: 'users',
  topic: 'topics',
  videoLibrary: 'video_libraries',
  course: 'courses',
}
const isId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id)

/**
 * Says pieces and steps by the names of this account. Which names they need shows when they are said: `work` is run twice,
 * first to find out, then with the names.
 */
export async function describe<T>(ctx: Ctx, work: (says: Describer) => T): Promise<T> {
  const asked = new Map<string, Set<string>>()
  work(
    createDescriber(ctx, (kind, id) => {
      if (isId(id) && tables[kind]) asked.set(kind, (asked.get(kind) ?? new Set()).add(id))
      return ''
    }),
  )
  const names = new Map<string, string>()
  for (const [kind, ids] of asked) {
    const { rows } = await ctx.db.execute<{ id: string; name: string }>(
      sql`select id, ${kind === 'course' ? sql`title` : sql`name`} as name from ${sql.identifier(tables[kind]!)} where id = any(${sql.param([...ids])}::uuid[])`,
    )
    for (const { id, name } of rows) names.set(`${kind} ${id}`, name)
  }
  const { stageTitles } = await leadSettings(ctx)
  return work(
    createDescriber(ctx, (kind, id) =>
      kind === 'stage'
        ? (stageTitles[id as keyof typeof stageTitles] ?? String(id))
        : (names.get(`${kind} ${id}`) ?? 'something deleted'),
    ),
  )
}

function createDescriber(ctx: Ctx, name: (kind: string, id: unknown) => string): Describer {
  const clock = new Intl.DateTimeFormat(ctx.client.locale, { timeStyle: 'short', timeZone: 'UTC' })
  const [triggers, actions] = [keyed('automationTriggers'), keyed('automationActions')]
  return {
    trigger: ({ trigger, input }) =>
      triggers.get(trigger)?.sentence?.(input, name) ?? `${triggers.get(trigger)?.label ?? trigger} happens`,
    action: (action, input) => actions.get(action)?.sentence?.(input, name) ?? actions.get(action)?.label ?? action,
    people: () => 'people who meet the conditions',
    member: id => (id ? name('member', id) : 'the person’s owner'),
    time: text => (/^\d\d:\d\d$/.test(text) ? clock.format(new Date(`1970-01-01T${text}:00Z`)) : text),
  }
}
