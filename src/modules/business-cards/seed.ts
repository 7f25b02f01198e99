import { demoChurch } from '#clients/rules/demo.ts'
import { listMembers } from '#clients/service/team.ts'
import { clock, days } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { splitName } from '#people/rules/names.ts'
import { type TemplateKey, templates } from './rules/design.ts'
import { addCard } from './service.ts'
import { businessCardTakes } from './tables.ts'

const demo: { template: TemplateKey; title: string; phone: string; saves: number }[] = [
  { template: 'classic', title: 'Lead pastor', phone: '(512) 555-0143', saves: 41 },
  { template: 'modern', title: 'Office manager', phone: '(512) 555-0144', saves: 18 },
  { template: 'bold', title: 'Youth pastor', phone: '(512) 555-0145', saves: 26 },
]

/** Cards of the demo church's team, and one of the church itself. */
export async function seedBusinessCards(ctx: Ctx, { userIds }: { userIds: string[] }): Promise<void> {
  const { items } = await listMembers(ctx)
  const team = userIds.flatMap(id => items.find(member => member.userId === id) ?? []).slice(0, demo.length)
  for (const [i, { userId, name, email }] of team.entries()) {
    const { template, title, phone, saves } = demo[i]!
    const { first, last } = splitName(name ?? '')
    const card = await addCard(ctx, {
      userId,
      template,
      title,
      phone,
      ...templates[template].colors,
      firstName: first ?? '',
      lastName: last ?? '',
      email: email ?? '',
      website: demoChurch.website,
    })
    const at = (n: number) => new Date(clock.ms() - days((n * 7) % 120))
    await ctx.db
      .insert(businessCardTakes)
      .values(Array.from({ length: saves }, (_, n) => ({ cardId: card.id, kind: 'save' as const, createdAt: at(n) })))
  }
  await addCard(ctx, {
    template: 'centered',
    phone: demoChurch.phone,
    email: demoChurch.email,
    website: demoChurch.website,
  })
}
