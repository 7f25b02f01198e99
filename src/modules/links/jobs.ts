import { every, operatorAccountOnly } from '#kernel/jobs.ts'
import { countDays, makePartitions, whoseDayIsOver } from './service/days.ts'

export const counting = every(
  '13 * * * *',
  'links.count-days',
  async ctx => {
    await countDays(ctx)
  },
  whoseDayIsOver,
)
/** Not in a transaction of the account that the schedule opens: only the platform's role may. */
export const partitions = every(
  '27 3 * * *',
  'links.partitions',
  async () => void (await makePartitions()),
  operatorAccountOnly,
)
