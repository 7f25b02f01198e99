import { letter } from '#messaging/rules/letter.ts'

export type AppointmentNews = 'requested' | 'booked' | 'confirmed' | 'moved' | 'cancelled' | 'reminder' | 'waitlisted'

interface AppointmentMail {
  what: AppointmentNews
  church: string
  guest: string
  title: string
  /** By the church's clocks, and by the guest's where those differ. */
  when: string
  ownWhen: string | null
  where: string
  reason?: string | null
  /** What was paid for it, or went back. */
  payment?: string | null
  href: string
}

const subjects: Record<AppointmentNews, (title: string) => string> = {
  requested: title => `Your request: ${title}`,
  booked: title => `Confirmed: ${title}`,
  confirmed: title => `Confirmed: ${title}`,
  moved: title => `New time: ${title}`,
  cancelled: title => `Canceled: ${title}`,
  reminder: title => `Reminder: ${title}`,
  waitlisted: title => `You are on the waitlist: ${title}`,
}
const sentences: Record<AppointmentNews, string> = {
  requested: 'We received your request. You will hear from us as soon as it is confirmed.',
  booked: 'Your appointment is confirmed. We look forward to seeing you.',
  confirmed: 'Your appointment is confirmed. We look forward to seeing you.',
  moved: 'Your appointment has changed. These are the new details.',
  cancelled: 'Your appointment has been canceled.',
  reminder: 'This is a reminder of your appointment.',
  waitlisted: 'All seats are taken at the moment. We will email you as soon as a seat is free.',
}

/** What a guest is told about their appointment. */
export function appointmentMail({
  what,
  church,
  guest,
  title,
  when,
  ownWhen,
  where,
  reason,
  payment,
  href,
}: AppointmentMail) {
  return letter({
    subject: subjects[what](title),
    heading: church,
    lines: [
      guest ? `Dear ${guest},` : 'Hello,',
      sentences[what],
      `${title}: ${when}`,
      ...(ownWhen ? [`In your time zone: ${ownWhen}`] : []),
      ...(where ? [`Where: ${where}`] : []),
      ...(payment ? [payment] : []),
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
    ...(what === 'cancelled'
      ? { button: { label: 'Book another time', href } }
      : { button: { label: 'Change or cancel', href } }),
    footer: `You get this email because you have an appointment with ${church}.`,
  })
}
