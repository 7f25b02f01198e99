export const appointmentKinds = ['call', 'meeting', 'event', 'block'] as const
/** What happens then: a `block` keeps resources free without anyone to meet, such as a funeral or time off. */
export type AppointmentKind = (typeof appointmentKinds)[number]

export const appointmentStatuses = ['pending', 'confirmed', 'completed', 'cancelled', 'no_show'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** Those that still take place: they hold their resources, and are upcoming while they lie in the future. */
export const openStatuses = ['pending', 'confirmed'] as const

export const statusLabels: Record<AppointmentStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Canceled',
  no_show: 'No-show',
}

/** From which state a staff action leads to which. */
export const transitions: Record<AppointmentStatus, readonly AppointmentStatus[]> = {
  pending: ['confirmed', 'cancelled', 'completed', 'no_show'],
  confirmed: ['completed', 'cancelled', 'no_show', 'pending'],
  completed: ['confirmed', 'no_show'],
  no_show: ['confirmed', 'completed'],
  cancelled: [],
}

export const resourceKinds = ['host', 'room', 'equipment'] as const
export type ResourceKind = (typeof resourceKinds)[number]

/** `override` stands outside the constraint: two promises on purpose, with a reason. `shared` needs no exclusion. */
export const claimStates = ['hold', 'pending', 'confirmed', 'override', 'shared'] as const
export const exclusiveClaims = ['hold', 'pending', 'confirmed'] as const

export const assignments = ['single', 'round_robin', 'collective', 'seats'] as const
/** Who meets the guest: one host, the next in turn, all of them together, or a session with seats. */
export type Assignment = (typeof assignments)[number]

export const locationKinds = ['in_person', 'phone', 'video'] as const
export const confirmations = ['automatic', 'manual'] as const
/** When a guest pays: at the appointment, a deposit to book, or all of it. */
export const charges = ['later', 'deposit', 'full'] as const
export type Charge = (typeof charges)[number]
/** What a guest who cancels gets back: everything, nothing, or everything until so many hours before. */
export const refundRules = ['full', 'none', 'until'] as const
/** So long a time is kept for a guest who is paying. */
export const PAY_MINUTES = 30
export const visibilities = ['public', 'unlisted', 'members'] as const
/** What a meeting with a minor or in counseling needs: a second adult, a room with a window in its door, or one of both. */
export const safeguards = ['none', 'two_adults', 'glass_door', 'either'] as const

export const attendeeStates = ['booked', 'confirmed', 'waitlisted', 'cancelled', 'checked_in', 'no_show'] as const
export type AttendeeState = (typeof attendeeStates)[number]

/** What a confidential appointment is called wherever its own title is not shown. */
export const HIDDEN_TITLE = 'Appointment'

/** A time that a visitor has chosen is kept for them for so long. */
export const RESERVATION_MINUTES = 5
/** A request that no one has confirmed lapses after this time. */
export const PENDING_HOURS = 48
