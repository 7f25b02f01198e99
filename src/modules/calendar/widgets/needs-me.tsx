import { useQuery } from '@tanstack/react-query'
import { NeedRow, type NeedState } from '#ui/need-row.tsx'
import { api } from '#web/api.ts'

interface Props {
  onState: (state: NeedState) => void
}
const useStats = () => useQuery(api.appointments.stats.queryOptions({ input: {}, meta: { live: ['calendar'] } }))

/** Requests of guests that a member has to confirm. */
export function AppointmentRequests({ onState }: Props) {
  const { data, error } = useStats()
  return (
    <NeedRow
      name="appointment-requests"
      count={data?.pending}
      error={error}
      one="1 guest asks for an appointment"
      many={n => `${n} guests ask for an appointment`}
      to="/appointments?status=pending"
      onState={onState}
    />
  )
}

/** Appointments that need a look: a guest texted CANCEL, a room was taken, a minor comes alone. */
export function FlaggedAppointments({ onState }: Props) {
  const { data, error } = useStats()
  return (
    <NeedRow
      name="flagged-appointments"
      count={data?.flagged}
      error={error}
      one="1 appointment needs a look"
      many={n => `${n} appointments need a look`}
      to="/appointments?flagged=true"
      onState={onState}
    />
  )
}
