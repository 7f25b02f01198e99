import { Anchor, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'
import { isWhole } from '../segments/rules/catalogue.ts'
import type { Conditions } from '../segments/rules/condition.ts'
import classes from '../widgets/segment.module.css'
import { useSentence } from '../widgets/use-sentence.ts'

/** How many meet the conditions as they stand now, three of them, and the whole as a sentence. */
export function LiveCount({ conditions }: { conditions: Conditions }) {
  const [asked] = useDebouncedValue(conditions, 400)
  const sentence = useSentence()
  const whole = isWhole(asked.of)
  const count = useQuery(
    api.segments.count.queryOptions({
      input: { conditions: asked },
      enabled: whole,
      placeholderData: keepPreviousData,
      meta: { live: ['people'] },
    }),
  )
  const { number } = useFormat()
  const people = whole ? count.data : undefined
  return (
    <Panel title="Right now">
      {whole && count.error ? (
        <ErrorPanel error={count.error} what="the count" onRetry={() => void count.refetch()} />
      ) : (
        <div aria-live="polite">
          <p className={classes.figure} data-figures data-stale={count.isFetching || undefined}>
            {people ? number(people.count) : '–'}
            <Text span c="dimmed" fw={400}>
              {people?.count === 1 ? 'person' : 'people'}
            </Text>
          </p>
          {people && people.samples.length > 0 ? (
            <Text size="sm" c="dimmed">
              For example{' '}
              {people.samples.map(({ id, name }, n) => (
                <Fragment key={id}>
                  {n > 0 ? ', ' : ''}
                  <Anchor component={Link} to={`/people/${id}`} inherit>
                    {name}
                  </Anchor>
                </Fragment>
              ))}
            </Text>
          ) : null}
          {whole ? null : (
            <Text size="sm" c="dimmed">
              {asked.of.length === 0 ? 'Add a condition to see who matches.' : 'Finish the condition to count.'}
            </Text>
          )}
        </div>
      )}
      {conditions.of.length > 0 ? <p className={classes.summary}>{sentence(conditions)}</p> : null}
    </Panel>
  )
}
