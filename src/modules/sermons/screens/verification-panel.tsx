import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'
import type { Sermon } from './use-sermon.ts'

const names = { verified: 'Verified', reworded: 'Reworded', not_found: 'Not found' } as const
const colors = { verified: 'green', reworded: 'yellow', not_found: 'red' } as const

/** What the verifier says of every quotation and reference; problems first. */
export function VerificationPanel({ sermon, saved }: { sermon: Sermon; saved: boolean }) {
  const found = useQuery(
    api.sermons.verify.queryOptions({ input: { id: sermon.id }, meta: { live: ['sermons'] }, enabled: saved }),
  )
  const items = found.data?.items ?? []
  const wrong = items.filter(({ verdict }) => verdict !== 'verified')
  return (
    <Panel title="Quotations">
      {found.error ? (
        <ErrorPanel error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Stack gap="sm" role="status">
          <Text size="sm">
            {items.length - wrong.length} of {items.length} quotations and references are verified against the stored
            Bible.
          </Text>
          {wrong.map((finding, at) => (
            <Alert key={at} color={colors[finding.verdict]} title={finding.reference ?? 'Without a reference'}>
              <Group gap="xs">
                <Badge color={colors[finding.verdict]} variant="light" tt="none">
                  {names[finding.verdict]}
                </Badge>
                <Text size="sm">“{finding.text}”</Text>
              </Group>
              {finding.replacement && (
                <Text size="sm" mt={4}>
                  The stored words: “{finding.replacement}”
                </Text>
              )}
            </Alert>
          ))}
        </Stack>
      )}
    </Panel>
  )
}
