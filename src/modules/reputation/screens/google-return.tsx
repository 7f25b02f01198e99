import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { messageOf } from '#ui/message.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { client } from '#web/api.ts'
import { titled } from '#web/title.ts'

export const meta = () => titled('Connect Google')

/** Where Google sends a member back. The code works once, so that it is sent once and not kept in the history. */
export default function GoogleReturn() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>(null)
  const isSent = useRef(false)
  const [code, state] = [params.get('code'), params.get('state')]
  useEffect(() => {
    if (isSent.current || !code || !state) return
    isSent.current = true
    client.reviewConnections
      .finish({ code, state })
      .then(() => navigate('/reputation?sources=1', { replace: true }), setError)
  }, [code, state, navigate])
  return (
    <Stack>
      <PageHeader title="Connect Google" />
      {error ? (
        <Alert color="red" role="alert" title="Google was not connected">
          {messageOf(error)}
        </Alert>
      ) : null}
      {code && state ? null : <Text>Google was not connected. Nothing was changed.</Text>}
      {code && state && !error ? <SkeletonRows rows={2} /> : null}
      <Anchor component={Link} to="/reputation?sources=1">
        Back to Platforms
      </Anchor>
    </Stack>
  )
}
