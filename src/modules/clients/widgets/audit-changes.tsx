import { Text } from '@mantine/core'
import classes from './audit.module.css'
import { useMembers } from './use-members.ts'

interface Change {
  field: string
  before: string | null
  after: string | null
}
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Field by field what it was and became; an id of a colleague is their name, any other says nothing to anyone. */
export function AuditChanges({ changes }: { changes: Change[] }) {
  const { members } = useMembers()
  const told = (value: string | null) =>
    value && UUID.test(value) ? (members.find(one => one.userId === value)?.name ?? '…') : (value ?? 'nothing')
  if (changes.length === 0) return null
  return (
    <ul className={classes.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <Text size="sm" c="dimmed" component="span">
            {field}
          </Text>{' '}
          {before === null && after === null ? null : (
            <span>
              {told(before)} → {told(after)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
