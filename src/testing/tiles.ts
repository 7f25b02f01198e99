import { DateTime } from 'luxon'
import { clock } from '#kernel/clock.ts'
import { activeCampaigns } from '#qr-codes/rules/states.ts'
import type { TestClient } from './church.ts'

interface Rows {
  items: unknown[]
  nextCursor?: string | null
}
/** How many rows the list has on all of its pages. */
async function rows(list: (page: { limit: number; cursor?: string }) => Promise<Rows>): Promise<number> {
  let [count, cursor]: [number, string | undefined] = [0, undefined]
  do {
    const page: Rows = await list({ limit: 200, ...(cursor && { cursor }) })
    count += page.items.length
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return count
}

type Tile = [string, () => Promise<number>, () => Promise<number>]

/** Label and address of each tile that counts rows; what it says; how many rows its address opens. */
export const tilesOf = (demo: TestClient, timeZone: string): Tile[] => [...ofWork(demo, timeZone), ...ofOutreach(demo)]

const ofWork = (demo: TestClient, timeZone: string): Tile[] => [
  [
    'Total Leads: /leads?view=table',
    async () => (await demo.leads.stats({})).total,
    () => rows(page => demo.leads.list(page)),
  ],
  [
    'Conversations: /conversations',
    async () => (await demo.conversations.counts({})).open,
    () => rows(page => demo.conversations.list(page)),
  ],
  [
    'Campaigns: /dashboard/campaigns?state=active',
    async () => (await demo.campaigns.counts({})).active,
    () => rows(page => demo.campaigns.list({ ...page, state: 'active' })),
  ],
  [
    'Active workflows: /automation?state=active',
    async () => (await demo.workflows.stats({})).active,
    () => rows(page => demo.workflows.list({ ...page, state: ['active'] })),
  ],
  [
    'Executions today: /automation/runs?when=today',
    async () => (await demo.workflows.stats({})).today,
    () =>
      rows(page =>
        demo.workflowRuns.list({
          ...page,
          since: DateTime.fromJSDate(clock.now(), { zone: timeZone }).startOf('day').toJSDate(),
        }),
      ),
  ],
  [
    'Active Calendars: /calendar/types?isActive=true',
    async () => (await demo.appointments.stats({})).activeTypes,
    () => rows(page => demo.calendarTypes.list({ ...page, isActive: true })),
  ],
  [
    'Funnels live: /funnels?status=published',
    async () => (await demo.funnels.stats({ days: 30 })).live,
    () => rows(page => demo.funnels.list({ ...page, status: 'published' })),
  ],
]

const ofOutreach = (demo: TestClient): Tile[] => [
  [
    'Active campaigns of giving: /donations?status=active',
    async () => (await demo.giving.figures({})).activeCampaigns,
    () => rows(() => demo.givingCampaigns.list({ status: ['active'] })),
  ],
  [
    'Total QR codes: /qr-codes?tab=campaigns',
    async () => (await demo.qrCodes.totals({})).codes,
    () => rows(page => demo.qrCodes.list(page)),
  ],
  [
    'Active campaigns of QR codes: /qr-codes?tab=campaigns&mode=tracked&status=active',
    async () => (await demo.qrCodes.totals({})).active,
    () => rows(page => demo.qrCodes.list({ ...page, ...activeCampaigns })),
  ],
  [
    'Total Requests: /prayer-requests',
    async () => (await demo.prayerRequests.summary({})).total,
    () => rows(page => demo.prayerRequests.list(page)),
  ],
  [
    'New requests: /prayer-requests?status=new',
    async () => (await demo.prayerRequests.summary({})).new,
    () => rows(page => demo.prayerRequests.list({ ...page, status: 'new' })),
  ],
  [
    'SMS Sent: /twilio?tab=sms&sms.direction=out',
    async () => (await demo.telephony.sent({})).ever,
    () => rows(page => demo.texts.list({ ...page, direction: 'out' })),
  ],
]
