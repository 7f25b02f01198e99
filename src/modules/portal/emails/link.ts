import { letter } from '#messaging/rules/letter.ts'

export const portalLinkMail = ({ church, href }: { church: string; href: string }) =>
  letter({
    subject: `Sign in to ${church}`,
    heading: 'Your sign-in link',
    lines: [`Use this link to sign in to your page at ${church}. It works once and expires in 20 minutes.`],
    button: { label: 'Sign in', href },
    footer: 'If you didn’t ask for this link, you can ignore this email.',
  })

export const portalLinkText = ({ church, href }: { church: string; href: string }) =>
  `${church}: sign in with this link. It works once and expires in 20 minutes. ${href}`
