import { expect, test } from 'vitest'
import { bareTags, fillTags, holdTags, isLinkTag, lintTags, lookUps } from './merge-tags.ts'

test('a value, else its fallback, else it is missing', () => {
  const text = 'Dear {firstName|friend}, {lastName} of {businessName}'
  expect(fillTags(text, { firstName: 'Ann', lastName: 'Miller', businessName: 'Grace' })).toEqual({
    text: 'Dear Ann, Miller of Grace',
    missing: [],
  })
  expect(fillTags(text, { firstName: '  ', businessName: 'Grace' })).toEqual({
    text: 'Dear friend,  of Grace',
    missing: ['lastName'],
  })
  expect(bareTags(text)).toEqual(['lastName', 'businessName'])
})

test('a name is text in HTML, whatever is in it, and no tag itself', () => {
  expect(fillTags('<p>{firstName}</p>', { firstName: '<img src=x onerror=alert(1)>{lastName}' }, 'html')).toEqual({
    text: '<p>&lt;img src=x onerror=alert(1)&gt;{lastName}</p>',
    missing: [],
  })
  expect(fillTags('{firstName|<b>friend</b>}', {}, 'html').text).toBe('&lt;b&gt;friend&lt;/b&gt;')
  expect(fillTags('{firstName}', { firstName: '$1 $& $`' }).text).toBe('$1 $& $`')
})

test('a tag that is none is said, with the one that was meant; braces of other texts are left alone', () => {
  expect(lintTags('Hi {firstname}')).toBe('{firstname} is not a merge tag. Did you mean {firstName}?')
  expect(lintTags('Hi {nonsense|x}')).toBe('{nonsense|x} is not a merge tag.')
  expect(lintTags('{constructor}')).toBe('{constructor} is not a merge tag.')
  expect(lintTags('Hi {firstName|friend}, { hello } {1} {}')).toBeUndefined()
})

test('a church’s own fields are tags by their key: known ones alone, held as one word, and never a link', () => {
  const text = 'Size {custom.t_shirt_2|M}, {custom.camp} and {firstName}'
  expect(lookUps(text, '{custom.camp|x} {custom.}')).toEqual(['t_shirt_2', 'camp'])
  expect(fillTags(text, { 'custom.camp': '<b>', firstName: 'Ann' }, 'html')).toEqual({
    text: 'Size M, &lt;b&gt; and Ann',
    missing: [],
  })
  expect(fillTags('{custom.camp}', {}).missing).toEqual(['custom.camp'])
  expect(lintTags(text)).toBeUndefined()
  expect(lintTags(text, ['t_shirt_2', 'camp'])).toBeUndefined()
  expect(lintTags(text, ['camp'])).toBe('{custom.t_shirt_2|M} is not a merge tag.')
  expect(lintTags('{Custom.Camp}', ['camp'])).toBe('{Custom.Camp} is not a merge tag. Did you mean {custom.camp}?')
  expect(lintTags('{custom.a-b}')).toBe('{custom.a-b} is not a merge tag.')
  const { held, release } = holdTags(text)
  expect(held).not.toContain('{')
  expect(release(held)).toBe(text)
  expect(isLinkTag(held.split(' ')[1]!.replace(',', ''))).toBe(false)
})
