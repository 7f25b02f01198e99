import { z } from 'zod'
import { CsvFile, exporting, Id, Instant, line, member, Nothing, Page, pageOf, resource } from '#kernel/contract.ts'
import { campaignStates } from './rules/states.ts'

/** Name of a channel's kind, such as `email` and `sms`; one that nobody knows is refused. */
const channel = line(30)

/** A campaign of whatever channel, as the list shows it. */
export const CampaignRow = z.object({
  id: Id,
  channel: z.string(),
  name: z.string(),
  /** What its readers see first. */
  subject: z.string(),
  state: z.enum(campaignStates),
  /** When it started, or is to start. */
  at: Instant.nullable(),
  recipients: z.number().int(),
  delivered: z.number().int(),
  createdAt: Instant,
})
export type CampaignRow = z.infer<typeof CampaignRow>

/** on its way: scheduled, sending or paused. */
const state = z.enum([...campaignStates, 'active'])
export const CampaignFilter = z.object({
  search: line(200).optional(),
  channel: channel.optional(),
  state: state.optional(),
  sort: z.enum(['name', '-name', 'createdAt', '-createdAt', 'at', '-at', 'state', '-state']).default('-createdAt'),
})
export type CampaignFilter = z.infer<typeof CampaignFilter>
export const CampaignList = CampaignFilter.extend(Page.shape)
export type CampaignList = z.infer<typeof CampaignList>

/** Every campaign of a church, whatever channel it goes by. */
export const campaigns = resource(
  '/campaigns',
  {
    list: member('messaging.write')
      .input(CampaignList)
      .output(pageOf(CampaignRow).extend({ total: z.number().int() })),
    export: exporting('messaging.write').input(CampaignFilter).output(CsvFile),
    counts: member('messaging.write')
      .input(Nothing)
      .output(z.object({ active: z.number().int(), scheduled: z.number().int(), sending: z.number().int() })),
  },
  { list: 'List campaigns of all channels', export: 'Export campaigns as CSV', counts: 'Count campaigns by state' },
  ['export', 'counts'],
)
