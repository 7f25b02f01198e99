import { List, Text } from '@mantine/core'
import { useFormat } from '#ui/format.tsx'
import type { Detail } from './use-import.ts'

/** Row by row, what could not be used and what became of it. */
export function ImportProblems({ found: { rowProblems, cards } }: { found: Detail }) {
  const { number } = useFormat()
  if (!rowProblems || rowProblems.rows === 0) return null
  const { rows, first } = rowProblems
  return (
    <details>
      <summary>
        {rows === 1
          ? `1 ${cards ? 'card' : 'row'} needs your attention`
          : `${number(rows)} ${cards ? 'cards' : 'rows'} need your attention`}
      </summary>
      <List size="sm" spacing={4} mt="xs">
        {first.map(({ line, leftOut, texts }) => (
          <List.Item key={line}>
            {cards ? 'Card' : 'Line'} {number(line)}
            {leftOut ? ' (skipped)' : ''}: {texts.join(' ')}
          </List.Item>
        ))}
      </List>
      {rows > first.length ? (
        <Text size="sm" c="dimmed" mt="xs">
          And {number(rows - first.length)} more.
        </Text>
      ) : null}
    </details>
  )
}
