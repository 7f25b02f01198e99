import { letter } from '#messaging/rules/letter.ts'

/** To an address for which somebody has said yes to a topic that asks its reader again. */
export const confirmSubscriptionMail = ({ church, title, href }: { church: string; title: string; href: string }) =>
  letter({
    subject: `Please confirm: ${title} from ${church}`,
    heading: 'One more press',
    lines: [
      `Your address was given for “${title}” from ${church}. Nothing is sent until you say here that it was you.`,
    ],
    button: { label: 'Yes, send it to me', href },
    footer: 'If that wasn’t you, ignore this mail: nothing follows.',
  })
