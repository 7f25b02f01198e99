import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { team } from './team.ts'

test.each(team)(
  'the card of $name has a picture with its description and links to LinkedIn and Twitter',
  async member => {
    const picture = await readFile(new URL(`../../../../public${member.picture.src}`, import.meta.url), 'utf8')
    expect(picture).toMatch(/^<svg /)
    expect(member.picture.alt).not.toBe('')
    expect(new URL(member.linkedin).host).toBe('www.linkedin.com')
    expect(new URL(member.twitter).host).toBe('twitter.com')
  },
)

test('there are four cards', () => expect(team).toHaveLength(4))
