import type { Ctx } from '#kernel/ctx.ts'
import { emit } from '#kernel/jobs.ts'
import { accountSuspended } from '../events.ts'

/** Tells the modules that send for an account that it may write to nobody from now on. */
export const announceSuspension = (ctx: Ctx, id: string, access: 'suspended' | 'read_only') =>
  emit({ ...ctx, client: { ...ctx.client, id } }, accountSuspended, { access })
