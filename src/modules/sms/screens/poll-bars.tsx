import type { CSSProperties } from 'react'
import { useFormat } from '#ui/format.tsx'
import type { client } from '#web/api.ts'
import classes from './projector.module.css'

export type PollResult = Awaited<ReturnType<typeof client.smsCampaigns.pollResult>>

/** The answers of a poll beside each other. */
export function PollBars({ result: { options } }: { result: PollResult }) {
  const { number, percent } = useFormat()
  return (
    <ul className={classes.bars}>
      {options.map(({ sign, label, votes, share }) => (
        <li key={sign}>
          <div className={classes.option}>
            <span>
              <span className={classes.sign}>{sign}</span>
              {label}
            </span>
            <strong>
              {number(votes)} · {percent(Math.round(share * 100) / 100)}
            </strong>
          </div>
          <div className={classes.track}>
            <div className={classes.bar} style={{ '--share': share } as CSSProperties} />
          </div>
        </li>
      ))}
    </ul>
  )
}
