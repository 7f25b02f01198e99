import { expect, test } from 'vitest'
import { foldEmail } from './folding.ts'
import { unfamiliarLines } from './unfamiliar.ts'

const introduction = 'On Fri, Nov 20, 2026 at 1:00 PM Grace Church\n<office@grace.example> wrote:'
const outlook =
  'From: Grace Church <office@grace.example>\nSent: Friday, November 20, 2026 1:00 PM\nTo: Pat\nSubject: Sunday'

test.each([
  ['a line of hyphens', 'A\n\n---\n\nB', 'A\n\n---\n\nB'],
  ['a line of underscores', 'A\n\n_____\n\nB', 'A\n\n_____\n\nB'],
  [
    'a paragraph that begins like a device line',
    'Sent from the hospital. Call me.\n\nPat',
    'Sent from the hospital. Call me.\n\nPat',
  ],
  ['words below a device line', 'Fine\n\nSent from my iPhone\n\nPlease come', 'Fine\n\nPlease come'],
  [
    'an ordinary sentence',
    'On Sunday my sister wrote:\nI want to come too',
    'On Sunday my sister wrote:\nI want to come too',
  ],
  ['a sentence above a quotation', `Yes, gladly!\n${introduction}\n> See you?`, 'Yes, gladly!'],
  [
    'above, between and below',
    `One\n\n${introduction}\n> See you?\n\nTwo\n\n> And Ann?\n\nThree`,
    'One\n\nTwo\n\nThree',
  ],
  ['below alone', `${introduction}\n> See you?\n\nYes`, 'Yes'],
  ['a quotation without marks', `Yes\n\n${introduction}\n\nSee you?`, 'Yes'],
  ['Outlook', `Yes\n\n________________________________\n${outlook}\n\nSee you?`, 'Yes'],
  ['a signature', 'Yes\n-- \nPat Miller\n(512) 555-0143', 'Yes'],
  ['a quotation and nothing more', '> See you?', '> See you?'],
])('%s', (_, whole, text) => {
  const { text: shown, folded } = foldEmail(whole)
  expect(shown).toBe(text)
  const lines = (from: string) =>
    from
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean)
      .sort()
  expect(lines(`${shown}\n${folded}`)).toEqual(lines(whole))
})

test('what is passed on is shown', () => {
  const whole = `Please read\n\n---------- Forwarded message ---------\n${outlook}\n\nHelp me`
  expect(foldEmail(whole).text).toBe(whole)
  expect(foldEmail(`See below\n\n${outlook}\n\nHelp me`, 'FW: Sunday').folded).toBe('')
})

test('of a quotation only words that were in no earlier mail are left to read', () => {
  const ours = ['See you on Sunday? Reply STOP to opt out.', 'I will come.']
  expect(unfamiliarLines('> See you on\n> Sunday? Reply STOP to opt out.\nI will come.', ours)).toBe('')
  expect(unfamiliarLines('> See you on Sunday?\n> take me off your list', ours)).toBe('take me off your list')
})
