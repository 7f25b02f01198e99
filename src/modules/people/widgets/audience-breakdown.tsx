import { Button, Drawer, Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { api, type client } from '#web/api.ts'
import type { Audience } from '../audience/contract.ts'
import { consentScope } from '../audience/rules/consent-scope.ts'
import { leftOutWords } from '../audience/rules/reasons.ts'
import { phoneText } from '../rules/phone-text.ts'
import classes from './audience-picker.module.css'
import { RecordConsent } from './record-consent.tsx'

interface AudienceBreakdownProps {
  audience: Audience
  channel: 'sms' | 'email' | 'voice'
  topic: string
}
type Breakdown = Awaited<ReturnType<typeof client.audience.breakdown>>
type Reason = Parameters<typeof client.audience.people>[0]['reason']

const isNobody = ({ everybody, segments, tags, groups, people }: Audience) =>
  !everybody && segments.length + tags.length + groups.length + people.length === 0

/** Total, minus each exclusion in words, and what is left; counted anew when the choice or the people change. */
export function AudienceBreakdown({ audience, channel, topic }: AudienceBreakdownProps) {
  const [asked] = useDebouncedValue(audience, 300)
  const nobody = isNobody(asked)
  const question = { audience: asked, channel, topic }
  const breakdown = useQuery(
    api.audience.breakdown.queryOptions({
      input: question,
      enabled: !nobody,
      placeholderData: keepPreviousData,
      meta: { live: ['people'] },
    }),
  )
  const [behind, setBehind] = useState<{ reason: Reason; title: string } | null>(null)
  return (
    <section
      className={classes.breakdown}
      aria-label="Who gets it"
      aria-live="polite"
      data-stale={breakdown.isFetching || undefined}
    >
      {nobody ? (
        <Text size="sm" c="dimmed">
          Choose recipients to see the count.
        </Text>
      ) : breakdown.error ? (
        <ErrorPanel error={breakdown.error} what="the recipients" onRetry={() => void breakdown.refetch()} />
      ) : breakdown.data ? (
        <>
          <Lines
            breakdown={breakdown.data}
            channel={channel}
            onOpen={(reason, title) => setBehind({ reason, title })}
          />
          <Unconsented {...question} breakdown={breakdown.data} />
        </>
      ) : (
        <Skeleton height={72} />
      )}
      {behind ? <Behind {...question} {...behind} onClose={() => setBehind(null)} /> : null}
    </section>
  )
}

/** People who would get it if their consent were on record; and why nobody gets it, where that is so. */
function Unconsented({ breakdown, ...question }: AudienceBreakdownProps & { breakdown: Breakdown }) {
  const scope = consentScope(breakdown)
  const kind = { sms: 'texts', email: 'emails', voice: 'calls' }[question.channel]
  if (!scope) return null
  return (
    <>
      {breakdown.reached === 0 ? (
        <Text size="sm" mt="xs">
          Nobody gets this yet: campaigns go only to people who opted in to {kind}. If they consented on paper or in
          person, record it.
        </Text>
      ) : null}
      <RecordConsent {...question} {...scope} />
    </>
  )
}

interface LinesProps {
  breakdown: Breakdown
  channel: 'sms' | 'email' | 'voice'
  onOpen: (reason: Reason, title: string) => void
}

function Lines({ breakdown: { total, guardians, reached, leftOut, samples }, channel, onOpen }: LinesProps) {
  const { number } = useFormat()
  const line = (reason: Reason, sign: string, n: number, words: string) => (
    <div key={reason} style={{ display: 'contents' }}>
      <dt data-figures className={reason === 'reached' ? classes.sum : undefined}>
        {sign}
        <UnstyledButton
          className={classes.figure}
          fz="inherit"
          fw="inherit"
          aria-label={`${number(n)} ${words}: show them`}
          onClick={() => onOpen(reason, `${number(n)} ${words}`)}
        >
          {number(n)}
        </UnstyledButton>
      </dt>
      <dd className={reason === 'reached' ? classes.sum : undefined}>{words}</dd>
    </div>
  )
  const kind = channel === 'email' ? ['address', 'addresses'] : ['number', 'numbers']
  const done = channel === 'voice' ? 'be called' : 'get it'
  return (
    <>
      <dl className={classes.lines}>
        {line('chosen', '', total, total === 1 ? 'person chosen' : 'people chosen')}
        {guardians > 0 ? (
          <div style={{ display: 'contents' }}>
            <dt data-figures>+ {number(guardians)}</dt>
            <dd>{guardians === 1 ? 'parent' : 'parents'} of minors</dd>
          </div>
        ) : null}
        {leftOut.map(({ reason, people }) => line(reason, '− ', people, leftOutWords(reason, channel)))}
        {line('reached', '', reached, `${reached === 1 ? kind[0] : kind[1]} will ${done}`)}
      </dl>
      {samples.length > 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          For example {samples.map(({ name }) => name).join(', ')}
        </Text>
      ) : null}
    </>
  )
}

interface BehindProps extends AudienceBreakdownProps {
  reason: Reason
  title: string
  onClose: () => void
}

/** The people behind a figure, by name. */
function Behind({ audience, channel, topic, reason, title, onClose }: BehindProps) {
  const people = useInfiniteQuery(
    api.audience.people.infiniteOptions({
      input: (cursor: string | undefined) => ({ audience, channel, topic, reason, ...(cursor && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: page => page.nextCursor ?? undefined,
    }),
  )
  return (
    <Drawer opened onClose={onClose} title={title}>
      {reason === 'no_consent' ? (
        <Text size="sm" c="dimmed" mb="md">
          They get it once they opt in by a form, a keyword or your sign-up page. Consent on paper is recorded on their
          page, or for many at once under <Link to="/people">People</Link>.
        </Text>
      ) : null}
      {people.error ? (
        <ErrorPanel error={people.error} what="these people" onRetry={() => void people.refetch()} />
      ) : people.data ? (
        <ul className={classes.people}>
          {people.data.pages
            .flatMap(page => page.items)
            .map(person => (
              <li key={person.id}>
                <Link to={`/people/${person.id}`}>{person.name}</Link>
                <Text span size="sm" c="dimmed">
                  {person.value && phoneText(person.value)}
                </Text>
              </li>
            ))}
        </ul>
      ) : (
        <SkeletonRows rows={6} />
      )}
      {people.hasNextPage ? (
        <Button
          variant="default"
          mt="md"
          loading={people.isFetchingNextPage}
          onClick={() => void people.fetchNextPage()}
        >
          Show more
        </Button>
      ) : null}
    </Drawer>
  )
}
