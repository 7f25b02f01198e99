import { expect, test } from 'vitest'
import { methodText } from './confirmation.ts'
import { purposeOf } from './purpose.ts'

test.each([
  [{ fund: 'General', campaign: null, isDefault: true }, 'General'],
  [{ fund: 'General', campaign: 'New roof', isDefault: true }, 'New roof'],
  [{ fund: 'Building', campaign: 'New roof', isDefault: false }, 'New roof (Building)'],
  [{ fund: 'New roof', campaign: 'New roof', isDefault: false }, 'New roof'],
])('a gift names its campaign, and a fund that is set apart for it', (part, said) => expect(purposeOf(part)).toBe(said))

test.each([
  [{ method: 'card', brand: 'visa', last4: '4242' }, 'Visa ending in 4242'],
  [{ method: 'ach', brand: '', last4: '6789' }, 'Bank account ending in 6789'],
  [{ method: 'paypal', brand: '', last4: '' }, 'PayPal'],
  [{ method: null, brand: '', last4: '' }, 'Online payment'],
])('a method as its giver knows it', (payment, said) => expect(methodText(payment)).toBe(said))
