import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isWhole } from '#people/segments/rules/catalogue.ts'
import type { Conditions } from '#people/segments/rules/condition.ts'
import { PeopleSelect } from '#people/widgets/people-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { ConditionsField } from './fork-forms.tsx'
import { useEditor } from './use-editor.ts'

const ways = [
  { value: 'people', label: 'By name' },
  { value: 'conditions', label: 'Who match' },
  { value: 'fit', label: 'Whom its triggers fit' },
]
type Who = 'people' | 'conditions' | 'fit'

/** Puts people into the published version by hand: some by name, those who match, or everyone whom its triggers fit. */
export function EnrollDialog({ onClose }: { onClose: () => void }) {
  const { workflow } = useEditor()
  const queries = useQueryClient()
  const [who, setWho] = useState<Who>('people')
  const [personIds, setPersonIds] = useState<string[]>([])
  const [conditions, setConditions] = useState<Conditions>({ match: 'all', of: [] })
  const { run, busy, problem } = useMutate({ form: { setErrors: () => {} } })
  const isReady = who === 'people' ? personIds.length > 0 : who === 'fit' || isWhole(conditions.of)
  const given = who === 'people' ? { personIds } : who === 'conditions' ? { conditions } : {}
  const enroll = async () => {
    const done = await run(() => client.workflowEnrollments.start({ id: workflow.id, ...given }))
    for (const key of [api.workflowEnrollments.key(), api.workflowRuns.key(), api.workflowVersions.key()])
      await queries.invalidateQueries({ queryKey: key })
    if (!done) return
    toast('Enrollment started')
    onClose()
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={`Enroll people in ${workflow.name}`}>
      <Stack>
        <Problem error={problem} />
        <SegmentedControl aria-label="Who" fullWidth value={who} onChange={value => setWho(value as Who)} data={ways} />
        {who === 'people' ? <PeopleSelect label="People" value={personIds} onChange={setPersonIds} /> : null}
        {who === 'conditions' ? <ConditionsField value={conditions} onChange={setConditions} /> : null}
        {who === 'people' || !isReady ? null : (
          <Estimate id={workflow.id} conditions={who === 'conditions' ? conditions : null} />
        )}
        <Text size="sm" c="dimmed">
          They get version {workflow.published}, at most 500 a minute. Those whom the rule of re-entry keeps out are
          skipped.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!isReady} loading={busy} onClick={() => void enroll()}>
            Enroll
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Estimate({ id, conditions }: { id: string; conditions: Conditions | null }) {
  const { number } = useFormat()
  const [asked] = useDebouncedValue(conditions, 400)
  const { data } = useQuery(
    api.workflowEnrollments.audience.queryOptions({
      input: { id, conditions: asked },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <Text aria-live="polite">
      {data ? `${number(data.count)} ${data.count === 1 ? 'person' : 'people'} would be enrolled.` : 'Counting …'}
    </Text>
  )
}
