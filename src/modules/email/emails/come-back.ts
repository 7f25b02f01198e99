import { letter } from '#messaging/rules/letter.ts'

/** To somebody who unsubscribed once and has ticked the box again, or in whose name somebody has. */
export const comeBackMail = ({ church, href }: { church: string; href: string }) =>
  letter({
    subject: `Do you want the ${church} newsletter again?`,
    heading: 'Welcome back?',
    lines: [
      `Your address was given for the ${church} newsletter just now. You had unsubscribed before, so we ask first: nothing is sent until you say so here.`,
    ],
    button: { label: 'Yes, send it again', href },
    footer: 'If that wasn’t you, ignore this mail: you stay unsubscribed.',
  })
