import { Avatar, type AvatarProps } from '@mantine/core'

export function initialsOf(name: string) {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return letters.map(word => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}

const tones = ['lamp', 'teal', 'violet', 'green', 'blue', 'yellow'] as const

/** The same name always gets the same color. */
export const toneOf = (name: string) =>
  tones[Array.from(name).reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % tones.length]!

export interface InitialsProps extends Omit<AvatarProps, 'src' | 'name' | 'color'> {
  name: string
  src?: string | null
}

/** Picture of a person, or their initials. Decorative: the name always stands beside it. */
export function Initials({ name, src, ...props }: InitialsProps) {
  return (
    <Avatar src={src} alt="" color={toneOf(name)} variant="light" radius="xl" size="md" aria-hidden {...props}>
      {initialsOf(name) || null}
    </Avatar>
  )
}
