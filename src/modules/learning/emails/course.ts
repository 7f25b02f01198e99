import { letter } from '#messaging/rules/letter.ts'

interface To {
  church: string
  firstName: string
  /** The course. */
  title: string
  href: string
}
const about = (
  { church, firstName, title }: To,
  subject: string,
  lines: string[],
  button: { label: string; href: string },
) =>
  letter({
    subject,
    heading: firstName ? `Dear ${firstName},` : church,
    lines,
    button,
    footer: `You get this email because you take the course “${title}” at ${church}.`,
  })

export const certificateMail = (to: To) =>
  about(
    to,
    `Your certificate for “${to.title}”`,
    [`You completed “${to.title}”. Well done!`, 'Your certificate is ready. You can print it or pass its address on.'],
    { label: 'Open my certificate', href: to.href },
  )

/** `on` is the last day on which the training is valid, in words. */
export const trainingEndsMail = (to: To & { on: string }) =>
  about(
    to,
    `Your training “${to.title}” is valid through ${to.on}`,
    [
      `Your training “${to.title}” is valid through ${to.on}. After that you can’t serve where it is required.`,
      'You are enrolled again. Complete it before that day, and your certificate is renewed.',
    ],
    { label: 'Start the training', href: to.href },
  )

export const assignmentReviewedMail = (to: To & { isAccepted: boolean; text: string }) =>
  about(
    to,
    to.isAccepted
      ? `Your assignment in “${to.title}” was accepted`
      : `Please look at your assignment in “${to.title}” again`,
    [
      to.isAccepted
        ? 'Your assignment was accepted.'
        : 'Your leader returned your assignment. You can hand in another answer.',
      ...to.text.split(/\n{2,}/).filter(Boolean),
    ],
    { label: 'Open the course', href: to.href },
  )
