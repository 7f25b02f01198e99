import { sql } from 'drizzle-orm'
import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { siteOf } from '#pages/service/site.ts'
import { Design } from './contract.ts'
import type { Content } from './rules/content.ts'
import { add, place } from './service.ts'

interface Demo {
  name: string
  content: Content
  folder: string
  places?: string[]
  scans: number
}
const demoOf = (site: string): Demo[] => [
  { name: 'Bulletin', content: { type: 'url', url: site }, folder: 'Sunday', scans: 46 },
  {
    ...{ name: 'Plan a visit', content: { type: 'url', url: `${site}/plan-a-visit` }, folder: 'Sunday', scans: 21 },
    places: ['Seat back, row A', 'Seat back, row B', 'Welcome desk'],
  },
  { name: 'Giving', content: { type: 'url', url: `${site}/give` }, folder: 'Giving', scans: 17 },
  {
    ...{ name: 'Guest Wi-Fi', folder: 'Building', scans: 0 },
    content: { type: 'wifi', ssid: 'Guests', password: 'welcome-home', security: 'WPA', hidden: false },
  },
]

/** Codes of the demo church, with the scans of the last weeks. */
export async function seedQrCodes(ctx: Ctx): Promise<void> {
  const { home } = await siteOf(ctx)
  const design = Design.parse({})
  for (const { name, content, folder, places = [], scans } of demoOf(home)) {
    const mode = content.type === 'url' ? 'tracked' : 'static'
    const id = await add(ctx, { name, content, mode, design, folder, problem: '' })
    const owners = [id]
    for (const one of places) owners.push((await place(ctx, { id, name: one })).placement)
    for (let i = 0; i < scans; i++) await scan(ctx, owners[i % owners.length]!, i)
  }
}

const systems = [
  ['iOS', 'Safari'],
  ['Android', 'Chrome'],
  ['iOS', 'Safari'],
  ['Android', 'Samsung Internet'],
]

/** As a phone in the pew does it, in the days before now. */
async function scan(ctx: Ctx, ownerId: string, i: number): Promise<void> {
  const [system, browser] = systems[i % systems.length]!
  const at = new Date(clock.ms() - days((i * 5) % 17) - hours(1 + (i % 9)))
  await ctx.db.execute(sql`
    insert into short_link_clicks (link_id, visitor, country, device, system, browser, created_at)
    select id, ${`demo-${i % 29}`}, ${i % 12 === 0 ? 'MX' : 'US'}, 'Phone', ${system}, ${browser}, ${at.toISOString()}::timestamptz
    from short_links where module = 'qr-codes' and owner_id = ${ownerId}`)
}
