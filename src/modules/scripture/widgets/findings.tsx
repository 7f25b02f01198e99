import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Verdict } from '../rules/verifying.ts'

const names: Record<Verdict, string> = { verified: 'Verified', reworded: 'Reworded', not_found: 'Not found' }
const colors: Record<Verdict, string> = { verified: 'green', reworded: 'yellow', not_found: 'red' }

interface FindingsProps {
  /** A query of what the verifier says. */
  query: {
    data?:
      | { items: { text: string; reference: string | null; verdict: Verdict; replacement: string | null }[] }
      | undefined
    error: unknown
    refetch: () => unknown
  }
}

/** What the verifier says of every quotation and reference of a document; only problems are spelled out. */
export function Findings({ query }: FindingsProps) {
  const items = query.data?.items ?? []
  const wrong = items.filter(({ verdict }) => verdict !== 'verified')
  return (
    <Panel title="Quotations">
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
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
