import { type CampaignKind, plugInCampaignKinds } from '#campaigns/service/kinds.ts'
import { type CrisisSource, plugInCrisisSources } from '#crisis/service/sources.ts'
import { gigabytes, makeRoom } from '#entitlements/service.ts'
import { plugInRoom } from '#files/resumable/service.ts'
import { jobsOf, type ServerModule } from '#kernel/server-modules.ts'
import { mayWatch } from '#learning/service/state.ts'
import { plugInMergePolicies } from '#people/merging/service/policies.ts'
import { type DrawBlock, plugInPageBlocks } from '#public-page/service/blocks.ts'
import { plugInUses } from '#public-page/service/uses.ts'
import { plugInWatchers } from '#videos/delivery/service/access.ts'
import { automationJobs } from './automation.ts'
import { serverModules } from './modules.server.ts'
import { webhookJobs } from './webhooks.ts'

/** Every job and schedule of the product. */
export const jobs = [...jobsOf(serverModules), ...webhookJobs(), ...automationJobs()]

plugInUses((serverModules as readonly ServerModule[]).flatMap(one => one.uses ?? []))
plugInRoom((ctx, before, after) => makeRoom(ctx, 'storage', gigabytes(after) - gigabytes(before)))
plugInWatchers(mayWatch)
const kinds = (serverModules as readonly ServerModule[]).flatMap(one => one.campaignKinds ?? [])
plugInCampaignKinds(kinds as CampaignKind[])
const blocks = (serverModules as readonly ServerModule[]).map(one => one.pageBlocks ?? {})
plugInPageBlocks(Object.assign({}, ...blocks) as Record<string, DrawBlock>)
plugInMergePolicies((serverModules as readonly ServerModule[]).flatMap(one => one.mergePolicy ?? []))
const sources = (serverModules as readonly ServerModule[]).map(one => one.crisisSources ?? {})
plugInCrisisSources(Object.assign({}, ...sources) as Record<string, CrisisSource>)
