import { Alert, Badge, Button, Group, Mark, Stack, Text } from '@mantine/core'
import { counted } from '#ui/counted.ts'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import type { EditionId } from '../rules/editions.ts'
import { editionById } from '../rules/editions.ts'
import type { Replacement } from '../rules/replacing.ts'
import { isVerified, type Verdict, verdictNames } from '../rules/verifying.ts'
import type { DiffPart } from '../rules/words.ts'

const colors: Record<Verdict, string> = {
  verified: 'green',
  shortened: 'green',
  part: 'blue',
  reworded: 'yellow',
  other_translation: 'blue',
  not_found: 'red',
}

interface Shown {
  text: string
  reference: string | null
  verdict: Verdict
  edition: EditionId | null
  replacement: string | null
  additions: string[]
  reason: string | null
  difference: DiffPart[]
}
interface FindingsProps {
  /** A query of what the verifier says. */
  query: { data?: { items: Shown[] } | undefined; error: unknown; refetch: () => unknown }
  /** Puts the stored words in place of a quotation; absent where the document can't be changed. */
  onReplace?: ((replacement: Replacement) => void) | undefined
}

/** What the verifier says of every quotation and reference of a document; what is verified word by word is only counted. */
export function Findings({ query, onReplace }: FindingsProps) {
  const items = query.data?.items ?? []
  const verified = items.filter(({ verdict }) => isVerified(verdict))
  const told = items.filter(({ verdict, additions }) => verdict !== 'verified' || additions.length > 0)
  return (
    <Panel title="Quotations">
      {query.error ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Stack gap="sm" role="status">
          <Text size="sm">
            Verified against the stored Bible: {verified.length} of {counted(items.length, 'quotations and references')}
            .
          </Text>
          {told.map((finding, at) => (
            <FindingAlert key={at} finding={finding} onReplace={onReplace} />
          ))}
        </Stack>
      )}
    </Panel>
  )
}

function FindingAlert({ finding, onReplace }: { finding: Shown; onReplace: FindingsProps['onReplace'] }) {
  const { text, reference, verdict, edition, replacement, additions, reason, difference } = finding
  const abbreviation = edition ? ` (${editionById(edition).abbreviation})` : ''
  return (
    <Alert color={colors[verdict]} title={reference ?? 'Without a reference'}>
      <Group gap="xs">
        <Badge color={colors[verdict]} variant="light" tt="none">
          {verdictNames[verdict]}
        </Badge>
        <Text size="sm">“{text}”</Text>
      </Group>
      {reason && <Text size="sm">{reason}</Text>}
      {additions.length > 0 && <Text size="sm">Added in brackets: {additions.join(', ')}</Text>}
      {replacement && (
        <Group justify="space-between" align="flex-end" mt={4}>
          <Text size="sm" flex={1} miw={200}>
            {verdict === 'part' ? 'The whole verse' : 'Stored text'}
            {abbreviation}: “{verdict === 'reworded' ? <Missing parts={difference} whole={replacement} /> : replacement}
            ”
          </Text>
          {onReplace && edition && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Replace “${text}”`}
              onClick={() => onReplace({ text, replacement, edition })}
            >
              Replace
            </Button>
          )}
        </Group>
      )}
    </Alert>
  )
}

/** The stored words, those that the quotation left out marked. */
function Missing({ parts, whole }: { parts: DiffPart[]; whole: string }) {
  const stored = parts.filter(({ kind }) => kind !== 'added')
  if (stored.length < 2) return whole
  return stored.map(({ kind, text }, at) => (
    <span key={at}>
      {kind === 'missing' ? <Mark>{text}</Mark> : text}
      {at < stored.length - 1 ? ' ' : ''}
    </span>
  ))
}
