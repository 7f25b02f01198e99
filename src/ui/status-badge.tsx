import classes from './status-badge.module.css'

type Tone = 'blue' | 'yellow' | 'green' | 'purple' | 'red' | 'grey'

/** Tones of the states of one thing, by what it is the state of: `lead`, `invoice`. */
type Tones = (of: string) => Readonly<Record<string, Tone>> | undefined

let tonesOf: Tones = () => undefined

/** Says where the tones stand; called once, by the frame around the screens. */
export function plugInTones(tones: Tones): void {
  tonesOf = tones
}

/** `no_show` reads "No show". */
export const statusLabel = (value: string) => {
  const words = value.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const toneOf = (of: string, value: string): Tone => tonesOf(of)?.[value] ?? 'grey'

export interface StatusBadgeProps {
  /** a key of `statuses` in some module's manifest */
  of: string
  value: string
  /** when the word is another than the value's own */
  label?: string
}

export function StatusBadge({ of, value, label }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-tone={toneOf(of, value)}>
      {label ?? statusLabel(value)}
    </span>
  )
}

/** The color alone, for a heading whose text says the state already. */
export function StatusDot({ of, value }: { of: string; value: string }) {
  return <span className={classes.dot} data-tone={toneOf(of, value)} aria-hidden />
}
