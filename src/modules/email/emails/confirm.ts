import { letter } from '#messaging/rules/letter.ts'

/** To an address for which someone has opted in to a topic that asks its reader again. */
export const confirmSubscriptionMail = ({ church, title, href }: { church: string; title: string; href: string }) =>
  letter({
    subject: `Please confirm: ${title} from ${church}`,
    heading: 'One more step',
    lines: [
      `Someone entered your address for “${title}” from ${church}. We won’t send anything unless you confirm here.`,
    ],
    button: { label: 'Confirm', href },
    footer: 'If this wasn’t you, ignore this email. You won’t hear from us again.',
  })
