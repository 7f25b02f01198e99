import { letter } from '#messaging/rules/letter.ts'

/** To whoever was unsubscribed by a link of theirs: the mail may have been passed on, and somebody else pressed it. */
export const leftMail = ({ church, title, href }: { church: string; title: string; href: string }) =>
  letter({
    subject: `You are unsubscribed from ${title}`,
    heading: 'You are unsubscribed',
    lines: [
      `Nothing more of ${title} from ${church} comes to this address.`,
      'If you passed one of those mails on, perhaps somebody else pressed the link in it. Then this takes it back:',
    ],
    button: { label: 'Subscribe again', href },
    footer: 'If it was you, there is nothing to do: this is the last mail about it.',
  })
