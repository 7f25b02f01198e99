import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { phoneText } from '#people/rules/phone-text.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/title.ts'
import { Projector } from './projector.tsx'
import classes from './slide.module.css'

export const meta = () => titled('Slide')

/** For the wall on Sunday: which word goes to which number, and how many have joined today. */
export default function SlideScreen() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const { number } = useFormat()
  const { data, error, refetch } = useQuery(
    api.smsKeywords.slide.queryOptions({ input: { id }, meta: { live: ['campaigns'] } }),
  )
  return (
    <Projector title={data ? `Text ${data.word}` : 'Slide'} onClose={() => void navigate('/sms?tab=keywords')}>
      {error && !data ? <ErrorPanel error={error} what="this slide" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={4} /> : null}
      {data ? (
        <div className={classes.slide}>
          <div>
            <p className={classes.lead}>Text</p>
            <h1 className={classes.word}>{data.word}</h1>
            <p className={classes.lead}>
              to{' '}
              <strong className={classes.number}>
                {data.number ? phoneText(data.number) : 'a number you buy under Telephone'}
              </strong>
            </p>
            <p className={classes.count} role="status">
              {data.today === 0
                ? 'Be the first today'
                : `${number(data.today)} ${data.today === 1 ? 'has' : 'have'} joined today`}
            </p>
          </div>
          {data.qr ? (
            <img className={classes.qr} src={data.qr} alt={`Code that texts ${data.word} to ${data.number}`} />
          ) : null}
          <p className={classes.small}>
            Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help.
          </p>
        </div>
      ) : null}
    </Projector>
  )
}
