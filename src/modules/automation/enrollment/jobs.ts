import { task } from '#kernel/jobs.ts'
import { enrollBatches } from './service.ts'
import { enrollNext } from './tasks.ts'

export const enrolling = task(enrollNext, (ctx, { enrollmentId }) => enrollBatches(ctx, enrollmentId))
