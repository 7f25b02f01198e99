/** What should stand before the first text to many leaves, and what to do where it does not. */
export const readinessItems = [
  { key: 'number', label: 'A number that can text', hint: 'Buy a number. Texts are sent from it.' },
  { key: 'hooks', label: 'Replies reach Lampstand', hint: 'Check the webhooks of your numbers.' },
  { key: 'consent', label: 'Consent wording', hint: 'In Settings, enter the wording that people agree to.' },
  { key: 'help', label: 'Reply to HELP', hint: 'In Settings, enter who you are and how to reach you.' },
  { key: 'quiet', label: 'Quiet hours', hint: 'Campaign texts are sent from 8:00 AM to 9:00 PM.' },
  {
    key: 'brand',
    label: 'Brand registered (10DLC)',
    hint: 'Register your church with Twilio, then mark it in Settings.',
  },
  {
    key: 'campaign',
    label: 'Campaign approved (10DLC)',
    hint: 'Register your campaign with Twilio, then mark it in Settings.',
  },
  { key: 'public', label: 'Public https address', hint: 'Twilio needs an https address to deliver replies.' },
] as const
export type ReadinessKey = (typeof readinessItems)[number]['key']
