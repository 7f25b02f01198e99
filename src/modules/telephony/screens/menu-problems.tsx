import { Alert, List } from '@mantine/core'

/** What callers would stumble over. */
export const MenuProblems = ({ items }: { items: string[] }) =>
  items.length === 0 ? null : (
    <Alert color="yellow" p="xs" title="Possible problems">
      <List size="sm">
        {items.map(item => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </Alert>
  )
