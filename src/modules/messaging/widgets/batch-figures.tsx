import { UnstyledButton } from '@mantine/core'
import { useFormat } from '#ui/format.tsx'
import classes from './batch-figures.module.css'

export interface BatchFigure<Outcome extends string> {
  outcome: Outcome
  label: string
  count: number
  /** beside it: 12% */
  hint?: string
  /** it stays away until it happens */
  rare?: boolean
}

interface BatchFiguresProps<Outcome extends string> {
  total: number
  figures: BatchFigure<Outcome>[]
  /** shows the rows of one figure, or all */
  onPick: (outcome: Outcome | null) => void
}

/** What became of a campaign's messages; a click on a figure shows whom it counts. */
export function BatchFigures<Outcome extends string>({ total, figures, onPick }: BatchFiguresProps<Outcome>) {
  return (
    <div className={classes.figures}>
      <Figure label="Recipients" count={total} onClick={() => onPick(null)} />
      {figures
        .filter(({ count, rare }) => !rare || count > 0)
        .map(({ outcome, label, count, hint }) => (
          <Figure key={outcome} label={label} count={count} hint={hint} onClick={() => onPick(outcome)} />
        ))}
    </div>
  )
}

function Figure({ label, count, hint, onClick }: { label: string; count: number; hint?: string; onClick: () => void }) {
  const { number } = useFormat()
  return (
    <UnstyledButton className={classes.figure} onClick={onClick}>
      <span>{label}</span>{' '}
      <strong>
        {number(count)} {hint ? <small>{hint}</small> : null}
      </strong>
    </UnstyledButton>
  )
}
