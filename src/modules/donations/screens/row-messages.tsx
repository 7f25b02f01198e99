import { Alert, List } from '@mantine/core'

interface Props {
  messages: readonly { row: number; message: string }[]
  /** Of all, of which `messages` are the first. */
  count: number
  /** Behind "3 rows", such as "can’t be imported". */
  title: string
}

const SHOWN = 50

/** What is wrong with rows of a file. */
export const RowMessages = ({ messages, count, title }: Props) => (
  <Alert color="yellow" title={`${count} ${count === 1 ? 'row' : 'rows'} ${title}`}>
    <List size="sm">
      {messages.slice(0, SHOWN).map(({ row, message }) => (
        <List.Item key={`${row} ${message}`}>
          Row {row}: {message}
        </List.Item>
      ))}
      {count > SHOWN ? <List.Item>And {count - SHOWN} more</List.Item> : null}
    </List>
  </Alert>
)
