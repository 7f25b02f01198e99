/** What should stand before the first text to many leaves, and what to do where it does not. */
export const readinessItems = [
  { key: 'number', label: 'A number that can text', hint: 'Buy a number: texts leave from it.' },
  { key: 'hooks', label: 'Answers reach us', hint: 'Check the webhooks of your numbers.' },
  { key: 'consent', label: 'The words people said yes to', hint: 'Write down in Settings how people are asked.' },
  { key: 'help', label: 'A text for HELP', hint: 'Say in Settings who you are and how to reach you.' },
  { key: 'quiet', label: 'Quiet hours', hint: 'What can wait leaves between 8:00 and 21:00.' },
  { key: 'brand', label: 'Brand registered (10DLC)', hint: 'Register your church at Twilio, then say so in Settings.' },
  {
    key: 'campaign',
    label: 'Campaign approved (10DLC)',
    hint: 'Register what you text at Twilio, then say so in Settings.',
  },
  { key: 'public', label: 'Reachable from outside', hint: 'Twilio needs an https address to bring answers to.' },
] as const
export type ReadinessKey = (typeof readinessItems)[number]['key']
