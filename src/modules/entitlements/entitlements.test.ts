import { expect, test } from 'vitest'
import { clearLimitNotices } from '#billing/service/limit-notices.ts'
import { inTrial, subscribed } from '#testing/billing.ts'
import { aChurch } from '#testing/church.ts'
import { testHouse } from '#testing/house.ts'
import { newEmail } from '#testing/sign-in.ts'
import { aServer } from '#testing/web.ts'
import { makeRoom, requireFeature } from './service.ts'

type Church = Awaited<ReturnType<typeof aChurch>>

/** So small a plan for everyone on it that its limits are reached. */
async function leadsOf(plan: string, limit: number | null) {
  const { owner } = await testHouse()
  await owner.query(
    `update pricing_plans set limits = jsonb_build_object('leads', $2::int, 'members', null) from products where products.id = product_id and name = $1 and family = 'crm'`,
    [plan, limit],
  )
}
const titles = async (church: Church) =>
  (await church.owner.notifications.list({})).items.map(({ title }) => title).reverse()
const add = (church: Church, firstName: string) => church.staff.leads.create({ firstName })

test('a plan’s leads: told at 80 and at 100 percent, refused beyond, and everything else goes on', async () => {
  const church = await inTrial('Starter')
  await leadsOf('Starter', 5)
  for (const name of ['Ann', 'Ben', 'Cleo']) await add(church, name)
  expect(await titles(church)).toEqual([])
  await add(church, 'Dan')
  expect(await titles(church)).toEqual(['Your plan is 80% full: leads'])
  const last = await add(church, 'Eve')
  expect(await titles(church)).toEqual(['Your plan is 80% full: leads', 'Your plan is full: leads'])
  await expect(add(church, 'Fay')).rejects.toMatchObject({
    code: 'PLAN_LIMIT',
    message: expect.stringContaining('Your plan includes 5 leads, and you can add 0 more. Nothing was added'),
    data: { key: 'leads', used: 5, limit: 5 },
  })
  expect((await church.staff.people.list({ search: 'Fay' })).items).toEqual([])
  await expect(church.staff.leads.list({})).resolves.toMatchObject({ items: { length: 5 } })
  await expect(church.owner.people.export({})).resolves.toMatchObject({ csv: expect.stringContaining('Email') })
  await church.staff.leads.remove({ id: last.id })
  await add(church, 'Gil')
  // Told once for each time that it filled.
  expect(await titles(church)).toHaveLength(2)
  const { usage } = await church.owner.subscription.read({})
  expect(usage[0]).toEqual({ key: 'leads', used: 5, limit: 5 })
})

test('two at once: the last place is given once', async () => {
  const church = await inTrial('Professional')
  await leadsOf('Professional', 3)
  const answers = await Promise.allSettled(['Ann', 'Ben', 'Cleo', 'Dan', 'Eve'].map(name => add(church, name)))
  expect(answers.filter(one => one.status === 'fulfilled')).toHaveLength(3)
  expect((await church.staff.leads.list({})).items).toHaveLength(3)
  await leadsOf('Professional', 10_000)
})

test('many at once go on the board all or not at all', async () => {
  const church = await inTrial('Starter')
  await leadsOf('Starter', 2)
  const people = await Promise.all(['Ann', 'Ben', 'Cleo'].map(firstName => church.staff.people.create({ firstName })))
  const all = { selection: { ids: people.map(({ id }) => id) }, status: 'new' as const }
  await expect(church.staff.leads.addMany(all)).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
  expect((await church.staff.leads.list({})).items).toEqual([])
  await leadsOf('Starter', 1_000)
})

test('a notice comes again when usage has fallen and risen', async () => {
  const church = await subscribed('4242', 'Starter')
  await leadsOf('Starter', 5)
  const made = []
  for (const name of ['Ann', 'Ben', 'Cleo', 'Dan']) made.push(await add(church, name))
  await church.staff.leads.remove({ id: made[0]!.id })
  await church.inside(clearLimitNotices)
  await add(church, 'Eve')
  expect((await titles(church)).filter(title => title.includes('80%'))).toHaveLength(2)
  await leadsOf('Starter', 1_000)
})

test('the suite’s plans count people and their addresses', async () => {
  const church = await inTrial('Starter', 'suite')
  const { usage } = await church.owner.subscription.read({})
  expect(usage).toEqual([
    { key: 'contacts', used: 0, limit: 1_000 },
    { key: 'emails', used: 0, limit: 5_000 },
    { key: 'members', used: 6, limit: 3 },
  ])
  await expect(church.inside(ctx => makeRoom(ctx, 'contacts', 1_001))).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
  await church.inside(ctx => makeRoom(ctx, 'contacts', 1_000))
})

test('unlimited plans and accounts without one are not limited', async () => {
  const [unlimited, none] = [await inTrial('Enterprise'), await aChurch()]
  for (const church of [unlimited, none]) await church.inside(ctx => makeRoom(ctx, 'leads', 1_000_000))
})

test('team members are counted with those who are invited; volunteers are free', async () => {
  const church = await inTrial('Starter', 'suite')
  const invite = (role: 'staff' | 'volunteer') => church.owner.invitations.create({ email: newEmail(), role })
  await expect(invite('staff')).rejects.toMatchObject({ code: 'PLAN_LIMIT', data: { key: 'members', limit: 3 } })
  await expect(invite('volunteer')).resolves.toMatchObject({ role: 'volunteer' })
  const { items } = await church.owner.members.list({})
  const volunteer = items.find(({ role }) => role === 'volunteer')!
  await expect(
    church.owner.members.update({ id: volunteer.id, role: 'staff', version: volunteer.version }),
  ).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
})

test('a feature that the plan lacks is refused by its name; without a plan nothing is withheld', async () => {
  const [small, large, none] = [await inTrial('Starter'), await inTrial('Professional'), await aChurch()]
  await expect(small.inside(ctx => requireFeature(ctx, 'audit_log'))).rejects.toMatchObject({
    code: 'PLAN_LIMIT',
    message: 'The audit log is not included in Starter. Upgrade to use it.',
  })
  for (const church of [large, none]) await church.inside(ctx => requireFeature(ctx, 'audit_log'))
  await expect(small.owner.audit.list({})).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
  await expect(large.owner.audit.list({})).resolves.toMatchObject({ items: expect.any(Array) })
  const { version } = await small.owner.church.read({})
  await expect(small.owner.church.change({ version, brandColor: '#3b4cb8' })).rejects.toMatchObject({
    message: 'Your own logo and color is not included in Starter. Upgrade to use it.',
  })
  // The rest of the settings is everyone's.
  await expect(small.owner.church.change({ version, followUpHours: 24 })).resolves.toMatchObject({ followUpHours: 24 })
})

test('storage by gigabytes: what is arriving counts, and beyond the plan nothing begins', async () => {
  const church = await inTrial('Ministry', 'suite')
  const { owner } = await testHouse()
  const { send } = await aServer()
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const allow = (gigabytes: number | null) =>
    owner.query(
      `update pricing_plans set limits = limits || jsonb_build_object('storage', $1::int) from products where products.id = product_id and name = 'Ministry'`,
      [gigabytes],
    )
  await allow(1)
  /** Announces a film as browsers do, before its first byte. */
  const bring = async (megabytes: number) => {
    const answer = await send('/storage/v1/upload', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${church.people.staff.session.access_token}`,
        'lampstand-client': church.id,
        'tus-resumable': '1.0.0',
        'upload-length': `${megabytes * 1024 ** 2}`,
        'upload-metadata': `filename ${base64('easter.mp4')},purpose ${base64('video')}`,
      },
    })
    return answer.status === 201 ? 'begun' : (await answer.json()).message
  }
  expect([await bring(500), await bring(500)]).toEqual(['begun', 'begun'])
  expect((await church.staff.videos.summary({})).storageLimit).toBe(1024 ** 3)
  expect(await bring(500)).toContain('Your plan includes 1 GB of storage, and you can add 0 more.')
  expect(await bring(20)).toBe('begun')
  await allow(null)
  expect(await bring(500)).toBe('begun')
})
