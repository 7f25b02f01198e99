import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Panel } from '#ui/panel.tsx'
import classes from './import.module.css'
import type { Detail } from './use-import.ts'

type Row = Detail['preview'][number]

const few = 5

/** The first rows as people, the way they would be stored. */
export function ImportPreview({ found }: { found: Detail }) {
  const [all, setAll] = useState(false)
  const rows = all ? found.preview : found.preview.slice(0, few)
  return (
    <Panel title="Preview">
      <ul className={classes.preview}>
        {rows.map(row => (
          <PreviewRow key={row.row} row={row} />
        ))}
      </ul>
      {found.preview.length > few ? (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show ${found.preview.length}`}
        </Button>
      ) : null}
    </Panel>
  )
}

const ways: Record<string, string> = { email: 'e-mail', sms: 'texts', voice: 'calls', all: 'any contact' }

function PreviewRow({ row }: { row: Row }) {
  const facts = [
    ...row.emails,
    ...row.phones,
    row.birthDate && `born ${row.birthDate}`,
    row.address,
    row.membership,
    row.timeZone?.replaceAll('_', ' '),
    row.household && `household: ${row.household}`,
    ...row.facts,
    row.labels.length > 0 && row.labels.join(', '),
    row.refuses.length > 0 && `opted out: ${row.refuses.map(way => ways[way] ?? way).join(', ')}`,
  ].filter(Boolean)
  return (
    <li data-failed={row.errors.length > 0 || undefined}>
      <Text fw={600}>{row.name || row.emails[0] || row.phones[0] || 'Nobody'}</Text>
      {facts.length > 0 ? (
        <Text size="sm" c="dimmed">
          {facts.join(' · ')}
        </Text>
      ) : null}
      {row.notes ? (
        <Text size="sm" c="dimmed" lineClamp={2}>
          Note: {row.notes}
        </Text>
      ) : null}
      {[...row.errors, ...row.warnings].map(({ text }) => (
        <Text key={text} size="sm" className={classes.remark}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden /> {text}
        </Text>
      ))}
    </li>
  )
}
