import { letter } from '#messaging/rules/letter.ts'

/** To the person who was unsubscribed by a link of theirs: the mail may have been passed on, and someone else pressed it. */
export const unsubscribedMail = ({ church, title, href }: { church: string; title: string; href: string }) =>
  letter({
    subject: `You are unsubscribed from ${title}`,
    heading: 'You are unsubscribed',
    lines: [
      `We won’t send ${title} from ${church} to this address anymore.`,
      'If you forwarded one of these emails, someone else may have pressed the link. You can subscribe again here:',
    ],
    button: { label: 'Subscribe again', href },
    footer: 'If this was you, there is nothing to do. This is the last email about it.',
  })
