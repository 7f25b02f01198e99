import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { counted } from '#ui/counted.ts'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import classes from './import.module.css'
import { ImportColumns } from './import-columns.tsx'
import { CountList, ErrorFile } from './import-counts.tsx'
import { ImportFormat } from './import-format.tsx'
import { ImportOptions } from './import-options.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProblems } from './import-problems.tsx'
import { ImportProgress } from './import-progress.tsx'
import type { Detail, useImport } from './use-import.ts'

type Steps = Pick<ReturnType<typeof useImport>, 'save' | 'step'>
interface ImportPlanProps extends Steps {
  found: Detail
}

/** Everything that can be decided before an import, with what the check says of it. */
export function ImportPlan({ found, save, step }: ImportPlanProps) {
  if (found.state === 'checking')
    return <ImportProgress found={found} verb="checked" onStop={() => step.mutate('cancel')} />
  return (
    <Stack gap="md">
      {found.state === 'checked' ? <Verdict found={found} step={step} /> : null}
      {found.remarks.length > 0 ? <Remarks remarks={found.remarks} /> : null}
      <ImportFormat found={found} onChange={save} />
      <ImportPreview found={found} />
      <ImportColumns found={found} onChange={save} />
      <ImportOptions found={found} onChange={save} />
      {found.state === 'ready' ? <Check found={found} step={step} /> : null}
    </Stack>
  )
}

function Remarks({ remarks }: { remarks: string[] }) {
  return (
    <Alert icon={<IconInfoCircle stroke={1.75} />} color="yellow" title="Please check">
      <List size="sm" spacing={4}>
        {remarks.map(remark => (
          <List.Item key={remark}>{remark}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

interface CheckProps {
  found: Detail
  step: Steps['step']
}

function Check({ found, step }: CheckProps) {
  const { number } = useFormat()
  return (
    <div className={classes.next} data-sticky-bar>
      <Text size="sm" c={found.mappingProblem ? 'red' : 'dimmed'} role={found.mappingProblem ? 'alert' : undefined}>
        {found.mappingProblem ??
          `The check reads ${counted(found.rows, 'rows', number)} and shows what would happen. It changes nothing.`}
      </Text>
      <Button onClick={() => step.mutate('check')} loading={step.isPending} disabled={found.mappingProblem !== null}>
        Check first
      </Button>
    </div>
  )
}

/** What the check said, and the button that does it. */
function Verdict({ found, step }: { found: Detail; step: Steps['step'] }) {
  const counts = found.checked!
  const { number } = useFormat()
  const changes = counts.created + counts.updated + counts.repeated + counts.suppressed
  const label =
    counts.created > 0
      ? `Import ${number(counts.created)} new ${counts.created === 1 ? 'person' : 'people'}`
      : counts.updated > 0
        ? `Update ${number(counts.updated)} ${counts.updated === 1 ? 'person' : 'people'}`
        : 'Import'
  return (
    <Panel title={changes > 0 ? 'What will happen' : 'This file has nothing new'}>
      <Stack gap="md">
        <CountList counts={counts} tense="will" />
        {found.errorFileId ? <ErrorFile id={found.errorFileId} name={found.name} rows={counts.errors} /> : null}
        <ImportProblems found={found} />
        <Group>
          <Button onClick={() => step.mutate('run')} loading={step.isPending} disabled={changes === 0}>
            {label}
          </Button>
          <Text size="sm" c="dimmed">
            {found.options.putOnBoard ? 'They are also added to the board. ' : ''}You can undo this for 30 days.
          </Text>
        </Group>
      </Stack>
    </Panel>
  )
}
