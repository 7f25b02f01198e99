import { every, on } from '#kernel/jobs.ts'
import { notify } from '#notifications/service.ts'
import { leadAssigned } from './events.ts'
import { takeOverdue } from './overdue/service.ts'
import { get } from './service.ts'

/** Each overdue follow-up is told once, to its owner: bell and mail. Nobody's leads are told to the admins. */
export const overdue = every('*/5 * * * *', 'leads.overdue', async ctx => {
  for (const { lead, userIds } of await takeOverdue(ctx)) {
    await notify(ctx, userIds, {
      type: 'overdue',
      title: `Follow up with ${lead.name}`,
      body: 'Nobody has been in touch yet, and the follow-up is overdue.',
      href: `/leads?lead=${lead.id}`,
      dedupeKey: `overdue:${lead.id}:${lead.followUpAt?.getTime()}`,
      mail: true,
    })
  }
})

export const assigned = on(leadAssigned, 'leads.assigned', async (ctx, { leadId, assignedTo, userId, at }) => {
  if (assignedTo === userId) return
  const lead = await get(ctx, { id: leadId })
  await notify(ctx, [assignedTo], {
    type: 'assigned',
    title: `${lead.name} is yours to follow up`,
    body: lead.source ? `Came by ${lead.source}.` : '',
    href: `/leads?lead=${leadId}`,
    dedupeKey: `assigned:${leadId}:${at.getTime()}`,
    mail: false,
  })
})
