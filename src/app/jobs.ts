import { notifyOfUsage } from '#billing/service/limit-notices.ts'
import { planOf } from '#billing/service/plan.ts'
import { plugInCalendarEntries } from '#calendar/entries/service.ts'
import { type CampaignKind, plugInCampaignKinds } from '#campaigns/service/kinds.ts'
import { plugInAuditSubjects } from '#clients/audit/service/subjects.ts'
import { plugInAccountFigures } from '#clients/operator/service/figures.ts'
import { findActiveMembers } from '#clients/service/active-members.ts'
import { join } from '#clients/service/invitations.ts'
import { hasAccount, listOpenAccounts, sendingAccount } from '#clients/service/sending-accounts.ts'
import { openAccount } from '#clients/service.ts'
import { plugInAddressBook } from '#consent/service/address-book.ts'
import { threadOfMessage } from '#conversations/service/message-thread.ts'
import { type CrisisSource, plugInCrisisSources } from '#crisis/service/sources.ts'
import { gigabytes } from '#entitlements/rules.ts'
import { makeRoom, plugInPlans } from '#entitlements/service.ts'
import { plugInRoom } from '#files/resumable/service.ts'
import { plugInAccountOpening } from '#identity/service/accounts.ts'
import { plugInActivity } from '#imports/service/activity.ts'
import { listNamedStages } from '#imports/service/names.ts'
import { jobsOf, type ServerModule } from '#kernel/server-modules.ts'
import { findOnBoard, listCards } from '#leads/service/cards.ts'
import { plugInImportStages } from '#leads/service/import-stages.ts'
import { mayWatch } from '#learning/service/state.ts'
import { plugInKnownPeople } from '#messaging/send-policy/service/people.ts'
import { plugInAccounts } from '#messaging/service/accounts.ts'
import { plugInAnnouncementCalls } from '#messaging/service/announcements.ts'
import { plugInRecipients } from '#notifications/service/recipients.ts'
import { plugInConsentSources } from '#people/consents/service/sources.ts'
import { type MergePolicy, plugInMergePolicies } from '#people/merging/service/policies.ts'
import { plugInSegmentConditions } from '#people/segments/service/conditions.ts'
import { hasPerson, ownerOfValue, valuesOfPerson } from '#people/service/address-book.ts'
import { plugInBoard } from '#people/service/board.ts'
import { placesOfOwners } from '#people/service/phone-places.ts'
import { onPromotionHold } from '#people/service/promotion-holds.ts'
import { type DrawBlock, plugInPageBlocks } from '#public-page/service/blocks.ts'
import { plugInUses } from '#public-page/service/uses.ts'
import { announcements } from '#robocalls/service/announcements.ts'
import { plugInThreads } from '#telephony/texts/service/threads.ts'
import { plugInWatchers } from '#videos/delivery/service/access.ts'
import { automationJobs } from './automation.ts'
import { calendarEntryKinds } from './calendar-entries.ts'
import { serverModules } from './modules.server.ts'
import { webhookJobs } from './webhooks.ts'

/** Every job and schedule of the product. */
export const jobs = [...jobsOf(serverModules), ...webhookJobs(), ...automationJobs()]

const modules: readonly ServerModule[] = serverModules
/** What all modules bring of one kind, by key. */
const keyed = <Slot extends keyof ServerModule>(slot: Slot): NonNullable<ServerModule[Slot]> =>
  Object.assign({}, ...modules.map(one => one[slot] ?? {}))

plugInUses(modules.flatMap(one => one.uses ?? []))
plugInPlans({ planOf, onUsageChanged: notifyOfUsage }, keyed('limitCounters'))
plugInAccountFigures(keyed('accountFigures'))
plugInAuditSubjects(keyed('auditSubjects'))
plugInRecipients(findActiveMembers)
plugInAccountOpening({ openAccount, acceptInvitation: join })
plugInAccounts({ sendingAccount, listOpenAccounts, hasAccount })
plugInAddressBook({ valuesOfPerson, ownerOfValue, hasPerson })
plugInKnownPeople({ onPromotionHold, placesOfOwners })
plugInThreads(threadOfMessage)
plugInAnnouncementCalls(announcements)
plugInRoom((ctx, before, after) => makeRoom(ctx, 'storage', gigabytes(after) - gigabytes(before)))
plugInWatchers(mayWatch)
plugInCampaignKinds(modules.flatMap(one => one.campaignKinds ?? []) as CampaignKind[])
plugInPageBlocks(keyed('pageBlocks') as Record<string, DrawBlock>)
plugInCalendarEntries(calendarEntryKinds)
plugInMergePolicies(modules.flatMap(one => one.mergePolicy ?? []) as MergePolicy[])
plugInConsentSources(keyed('consentSources'))
plugInSegmentConditions(keyed('segmentConditions'))
plugInBoard({ listCards, findOnBoard })
plugInActivity(modules.flatMap(one => one.activitySinceImport ?? []))
plugInImportStages(listNamedStages)
plugInCrisisSources(keyed('crisisSources') as Record<string, CrisisSource>)
