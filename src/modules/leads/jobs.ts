import { absent } from '#kernel/failure.ts'
import { every, on, task } from '#kernel/jobs.ts'
import { notify } from '#notifications/service.ts'
import { addToTimeline } from '#people/notes/service.ts'
import { leadAssigned, leadCreated, leadMoved, leadTouched } from './events.ts'
import { addImportedLeads, removeUndoneLeads } from './service/import-sync.ts'
import { accountsWithNewOverdue, claimOverdue } from './service/overdue.ts'
import { get } from './service.ts'
import { boardImported, unboardUndone } from './tasks.ts'

/** Each overdue follow-up is told once, to its owner: bell and mail. Nobody's leads are told to the admins. */
export const findingOverdue = every(
  '*/5 * * * *',
  'leads.overdue',
  async ctx => {
    for (const { lead, userIds } of await claimOverdue(ctx)) {
      await notify(ctx, userIds, {
        type: 'overdue',
        title: `Follow up with ${lead.name}`,
        body: 'Nobody has contacted them yet, and the follow-up is overdue.',
        href: `/leads?lead=${lead.id}`,
        dedupeKey: `overdue:${lead.id}:${lead.followUpAt?.getTime()}`,
        mail: true,
      })
    }
  },
  accountsWithNewOverdue,
)

export const onLeadAssigned = on(leadAssigned, 'leads.assigned', async (ctx, { leadId, assignedTo, userId, at }) => {
  if (assignedTo === userId) return
  const lead = await get(ctx, { id: leadId }).catch(absent)
  // Deleted before anyone could be told.
  if (!lead) return
  await notify(ctx, [assignedTo], {
    type: 'assigned',
    title: `${lead.name} was assigned to you for a follow-up`,
    body: lead.source ? `Came by ${lead.source}.` : '',
    href: `/leads?lead=${leadId}`,
    dedupeKey: `assigned:${leadId}:${at.getTime()}`,
  })
})

export const onLeadCreated = on(leadCreated, 'leads.created', (ctx, { leadId, personId, userId, at }) =>
  addToTimeline(ctx, [{ personId, userId, at, type: 'lead.created', data: { leadId }, sourceKey: `lead:${leadId}` }]),
)

export const onLeadMoved = on(
  leadMoved,
  'leads.moved',
  (ctx, { leadId, personId, userId, at, changeId, from, to, outcome }) =>
    addToTimeline(ctx, [
      { personId, userId, at, type: 'lead.moved', data: { leadId, from, to, outcome }, sourceKey: `move:${changeId}` },
    ]),
)

export const onLeadTouched = on(
  leadTouched,
  'leads.touched',
  (ctx, { leadId, personId, userId, at, touchId, kind, outcome }) =>
    addToTimeline(ctx, [
      { personId, userId, at, type: `lead.${kind}`, data: { leadId, outcome }, sourceKey: `touch:${touchId}` },
    ]),
)

export const board = task(boardImported, async (ctx, { stage, ...origin }) => {
  if (!stage) return
  while (await ctx.tx(tx => addImportedLeads(tx, { ...origin, stage })));
})

export const unboard = task(unboardUndone, async (ctx, { importId }) => {
  while (await ctx.tx(tx => removeUndoneLeads(tx, importId)));
})
