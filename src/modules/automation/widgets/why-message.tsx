import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '#web/api.ts'

/** "Why did they get this?", answered in a sentence once it is asked. */
export function WhyMessage({ messageId }: { messageId: string }) {
  const [asked, setAsked] = useState(false)
  const { data, error } = useQuery(api.workflowExplanations.why.queryOptions({ input: { messageId }, enabled: asked }))
  return (
    <>
      {' · '}
      {data ? (
        <>
          {data.sentence}{' '}
          {data.href ? (
            <Anchor component={Link} to={data.href} size="xs">
              Show
            </Anchor>
          ) : null}
        </>
      ) : error ? (
        'The reason could not be loaded.'
      ) : (
        <Anchor component="button" type="button" size="xs" onClick={() => setAsked(true)}>
          Why did they get this?
        </Anchor>
      )}
    </>
  )
}
