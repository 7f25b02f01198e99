import type { AppointmentStatus } from './states.ts'

interface Shown {
  status: AppointmentStatus
  overrideReason: string | null
  type: string
}

/** Color of an appointment by its state; one that was booked over a conflict is red. */
export function colorOf({ status, overrideReason, type }: Shown): string {
  if (overrideReason) return 'red'
  if (type === 'block' && status !== 'cancelled') return 'gray'
  return { pending: 'yellow', confirmed: 'green', completed: 'blue', cancelled: 'gray', no_show: 'red' }[status]
}
