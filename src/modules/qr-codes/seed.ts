import { clock, days, hours } from '#kernel/clock.ts'
import type { Ctx } from '#kernel/ctx.ts'
import { recordPastClick } from '#links/clicks/service.ts'
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
    name: 'Plan a visit',
    content: { type: 'url', url: `${site}/plan-a-visit` },
    folder: 'Sunday',
    scans: 21,
    places: ['Seat back, row A', 'Seat back, row B', 'Welcome desk'],
  },
  { name: 'Giving', content: { type: 'url', url: `${site}/give` }, folder: 'Giving', scans: 17 },
  {
    name: 'Guest Wi-Fi',
    folder: 'Building',
    scans: 0,
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

const systems: [system: string, browser: string][] = [
  ['iPhone', 'Safari'],
  ['Android', 'Chrome'],
  ['iPhone', 'Safari'],
  ['Android', 'Chrome'],
]

/** As a phone in the pew does it, in the days before now. */
async function scan(ctx: Ctx, ownerId: string, i: number): Promise<void> {
  const [system, browser] = systems[i % systems.length]!
  const at = new Date(clock.ms() - days((i * 5) % 17) - hours(1 + (i % 9)))
  const visit = {
    visitor: `demo-${i % 29}`,
    country: i % 12 === 0 ? 'MX' : 'US',
    device: 'phone' as const,
    system,
    browser,
  }
  await recordPastClick(ctx, { module: 'qr-codes', ownerId, at, ...visit })
}
