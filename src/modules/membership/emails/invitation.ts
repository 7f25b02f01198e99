import { letter } from '#messaging/rules/letter.ts'

export interface InvitationWords {
  church: string
  firstName: string
  /** The membership site. */
  title: string
  message: string
  href: string
}

/** To people whom the team added to courses. */
export const courseInvitationMail = ({ church, firstName, title, message, href }: InvitationWords) =>
  letter({
    subject: `${church} added you to “${title}”`,
    heading: firstName ? `Dear ${firstName},` : church,
    lines: [
      ...message.split(/\n{2,}/).filter(Boolean),
      `Your courses in “${title}” are open. You don’t need a password: sign in with this email address.`,
    ],
    button: { label: 'Open my courses', href },
    footer: `You get this email because ${church} added you to its courses.`,
  })
