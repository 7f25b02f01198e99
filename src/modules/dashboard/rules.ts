import type { Permission } from '#kernel/permissions.ts'

/** What a new church does first, in this order. */
export const steps = ['people', 'consent', 'number', 'address', 'connectCard', 'colleague', 'message'] as const
export type Step = (typeof steps)[number]

interface StepWords {
  title: string
  why: string
  /** What to do on the screen that the step leads to. */
  how: string
  to: string
  permission: Permission
}

export const stepWords: Record<Step, StepWords> = {
  people: {
    title: 'Import your people',
    why: 'From a spreadsheet or another program.',
    how: 'Choose a file, check what will happen, then import it.',
    to: '/people/import',
    permission: 'people.write',
  },
  consent: {
    title: 'Record consent',
    why: 'Who agreed to texts and email, and how.',
    how: 'Select the people who agreed, then record their consent in the bar above the list.',
    to: '/people',
    permission: 'people.write',
  },
  number: {
    title: 'Get a phone number',
    why: 'People see it when you text and call.',
    how: 'Search numbers in your area code, then buy one.',
    to: '/twilio',
    permission: 'telephony.settings',
  },
  address: {
    title: 'Choose your public address',
    why: 'Every link to your church has it.',
    how: 'Under Public address, keep the one made from your name or change it.',
    to: '/settings#public-address',
    permission: 'settings.write',
  },
  connectCard: {
    title: 'Publish a connect card',
    why: 'Guests fill it in on their phones.',
    how: 'Choose a template, look it over, then publish it.',
    to: '/dashboard/forms?new=1',
    permission: 'content.write',
  },
  colleague: {
    title: 'Invite a colleague',
    why: 'Work on the same people together.',
    how: 'Choose Invite, enter an email address and pick a role.',
    to: '/settings?section=team',
    permission: 'members.write',
  },
  message: {
    title: 'Send your first message',
    why: 'Text or email someone.',
    how: 'Choose New message, pick a person and write to them.',
    to: '/conversations',
    permission: 'conversations.write',
  },
}

/** Session storage keeps the step here that was chosen in the checklist, until the guide is closed. */
export const GUIDE_KEY = 'lampstand.getting-started'

/** The step that comes next: the first that is not done after `current`, or else before it. */
export function nextStep(all: readonly { key: Step; done: boolean }[], current: Step): Step | undefined {
  const at = all.findIndex(({ key }) => key === current)
  return [...all.slice(at + 1), ...all.slice(0, at)].find(step => !step.done)?.key
}
