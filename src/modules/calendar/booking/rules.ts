import { IANAZone } from 'luxon'
import { cardNumberProblems } from '#card-numbers/rules.ts'
import { normaliseEmail, normalisePhone } from '#people/rules/contact.ts'
import { type Answers, type Question, readAnswers } from '../rules/questions.ts'

/** What a guest sends. */
export interface Booking {
  /** Of a time; a session has an id instead. */
  at: Date | null
  sessionId: string | null
  duration: number
  /** Names this page: sent twice, it is one booking. */
  key: string
  holdKey: string | null
  name: string
  email: string
  phone: string | null
  timeZone: string | null
  answers: Answers
  /** The words beside the ticked box for texts; empty: not ticked. */
  mayText: string
  /** Sent faster than people type: staff look at it before it counts. */
  isFast?: boolean
}

/** Beside the box for reminders by text; kept as the wording of the consent. */
export const textConsent = (church: string) =>
  `Text me about this appointment. ${church} may send me appointment reminders by text. Message and data rates may apply. Reply STOP to opt out.`

const UUID = /^[0-9a-f-]{36}$/
const uuidOr = (text: string | undefined) => (text && UUID.test(text) ? text : null)

export const isZone = (zone: string | undefined): zone is string => Boolean(zone) && IANAZone.isValidZone(zone!)

/** An ISO instant of a link or button; null for anything else. */
export function instantOf(text: string | undefined): Date | null {
  if (!text || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(text)) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}

interface Asked {
  questions: readonly Question[]
  durations: readonly number[]
  seats: boolean
  /** Its guests are called. */
  byPhone: boolean
  church: string
  country: string
}

/** Reads a sent form: the booking, and what is wrong by field. */
export function readBooking(form: Record<string, string | undefined>, asked: Asked) {
  const { answers, problems } = readAnswers(asked.questions, form)
  const [name, email, phone] = [form.name, form.email, form.phone].map(text =>
    (text ?? '').replace(/[\u0000-\u001f\u007f]/g, ' ').trim(),
  )
  if (!name || name.length > 120) problems.name = 'Please enter your name'
  if (!normaliseEmail(email!)) problems.email = 'Please enter a valid email address'
  if (phone && !normalisePhone(phone, asked.country)) problems.phone = 'Please enter a phone number with its area code'
  if (!phone && (asked.byPhone || form.texts)) problems.phone = 'Please enter the number at which we can reach you'
  const duration = Number(form.duration)
  const booking: Booking = {
    at: instantOf(form.at),
    sessionId: uuidOr(form.session),
    duration: asked.durations.includes(duration) ? duration : asked.durations[0]!,
    key: uuidOr(form.key) ?? '',
    holdKey: /^(?:[0-9a-f]{16}-){1,2}[0-9a-f-]{36}$/.test(form.hold ?? '') ? form.hold! : null,
    name: name!,
    email: email!.toLowerCase(),
    phone: phone || null,
    timeZone: isZone(form.zone) ? form.zone : null,
    answers,
    mayText: form.texts ? textConsent(asked.church) : '',
  }
  Object.assign(problems, cardNumberProblems({ name, email, phone, ...answers }))
  if (asked.seats ? !booking.sessionId : !booking.at) problems.at = 'Please choose a time'
  return { booking, problems }
}
