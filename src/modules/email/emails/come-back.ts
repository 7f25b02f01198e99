import { letter } from '#messaging/rules/letter.ts'

/** To someone who unsubscribed once and has ticked the box again, or in whose name someone has. */
export const comeBackMail = ({ church, href }: { church: string; href: string }) =>
  letter({
    subject: `Subscribe to the ${church} newsletter again?`,
    heading: 'Welcome back?',
    lines: [
      `Someone entered your address for the ${church} newsletter. You unsubscribed before, so we won’t send anything unless you confirm here.`,
    ],
    button: { label: 'Subscribe again', href },
    footer: 'If this wasn’t you, ignore this email. You stay unsubscribed.',
  })
