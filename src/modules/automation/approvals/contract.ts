import { z } from 'zod'
import { ById, Flag, Id, Instant, member, Page, pageOf, resource } from '#kernel/contract.ts'
import { approvalAnswers, approvalStates } from './rules.ts'

export const Approval = z.object({
  id: Id,
  runId: Id,
  workflowId: Id,
  workflowName: z.string(),
  personId: Id,
  personName: z.string(),
  question: z.string(),
  assigneeId: Id.nullable(),
  state: z.enum(approvalStates),
  /** Not answered by then, it is a no. */
  dueAt: Instant,
  answeredBy: Id.nullable(),
  answeredAt: Instant.nullable(),
  createdAt: Instant,
})
export type Approval = z.infer<typeof Approval>

export const ApprovalFilter = Page.extend({
  personId: Id.optional(),
  workflowId: Id.optional(),
  /** Open ones only, unless said. */
  answered: Flag.optional(),
})
export type ApprovalFilter = z.infer<typeof ApprovalFilter>

export const workflowApprovals = resource(
  '/workflow-approvals',
  {
    /** Those that ask the member; with the permission to change workflows, all of them. */
    list: member('tasks.read').input(ApprovalFilter).output(pageOf(Approval)),
    /** The first answer counts. */
    answer: member('tasks.write')
      .input(ById.extend({ answer: z.enum(approvalAnswers) }))
      .output(Approval),
  },
  { list: 'List approvals that workflows wait for', answer: 'Approve or decline' },
)
