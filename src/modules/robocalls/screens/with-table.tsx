import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Panel } from '#ui/panel.tsx'
import classes from './robocalls.module.css'

interface WithTableProps {
  title: string
  chart: ReactNode
  table: ReactNode
}

/** A chart, and its numbers as a table. */
export function WithTable({ title, chart, table }: WithTableProps) {
  const [asTable, { toggle }] = useDisclosure()
  return (
    <Panel
      title={title}
      actions={
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${title}: ${asTable ? 'show chart' : 'show as table'}`}
          onClick={toggle}
        >
          {asTable ? 'Show chart' : 'Show as table'}
        </Button>
      }
    >
      {asTable ? <div className={classes.scrolls}>{table}</div> : chart}
    </Panel>
  )
}
