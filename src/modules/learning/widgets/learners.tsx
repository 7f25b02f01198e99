import { Button, Group, NativeSelect, Progress, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLockOpen, IconSchool, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PeopleSelect } from '#people/widgets/people-select.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table-rows.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { instantAt } from '#ui/local-time.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { useAct } from '#ui/use-act.ts'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import type { Selection } from '#ui/use-selection.ts'
import { api, client } from '#web/api.ts'
import { ExportPeople } from '#web/export-people.tsx'
import { useMay } from '#web/me.tsx'
import type { LearnerFilter } from '../learners/contract.ts'
import { learnerKeys } from './learner-actions.tsx'
import { LearnerDrawer } from './learner-drawer.tsx'

type Row = Awaited<ReturnType<typeof client.learners.list>>['items'][number]

const states = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'completed', label: 'Completed' },
  { value: 'suspended', label: 'Suspended' },
]

/** Everyone in a course, with how far they are. */
export function Learners({ courseId }: { courseId: string }) {
  const mayWrite = useMay('content.write')
  const [isEnrolling, setEnrolling] = useState(false)
  const list = useList(api.learners.list, {
    sort: 'name',
    filters: ['state'],
    live: ['courses'],
    given: { courseId } as Partial<LearnerFilter>,
  })
  const detail = useDetail('learner')
  return (
    <>
      <DataTable
        label="learners"
        columns={useColumns()}
        {...list.table}
        searchPlaceholder="Search learners"
        filters={<FilterSelect state={list.state} name="state" label="State" any="Any state" options={states} />}
        actions={
          <Group gap="xs">
            {mayWrite ? (
              <Button
                variant="default"
                leftSection={<IconUserPlus size={16} stroke={1.75} />}
                onClick={() => setEnrolling(true)}
              >
                Enroll people
              </Button>
            ) : null}
            <ExportPeople name="learners.csv" make={() => client.learners.export(list.asked)} />
          </Group>
        }
        onOpen={row => detail.open(row.id)}
        {...(mayWrite && { bulk: (selection: Selection) => <Unlock selection={selection} /> })}
        empty={{
          icon: <IconSchool size={28} stroke={1.5} />,
          title: 'No learners yet',
          text: 'People appear here once they join by a site, or are enrolled by your team.',
          ...(mayWrite && { action: <Button onClick={() => setEnrolling(true)}>Enroll people</Button> }),
        }}
      />
      {isEnrolling ? <Enroll courseId={courseId} onClose={() => setEnrolling(false)} /> : null}
      <LearnerDrawer id={detail.id} onClose={detail.close} />
    </>
  )
}

function useColumns(): Column<Row>[] {
  const { date } = useFormat()
  return [
    {
      key: 'name',
      header: 'Name',
      sortable: true,
      width: '26%',
      name: row => row.name,
      render: row => <Text truncate>{row.name}</Text>,
    },
    {
      key: 'status',
      header: 'Status',
      render: row => (
        <StatusBadge
          of="courseMember"
          value={row.isActive ? 'active' : 'inactive'}
          label={row.isSuspended ? 'Suspended' : row.isActive ? 'Active' : 'Inactive'}
        />
      ),
    },
    {
      key: 'progress',
      header: 'Progress',
      sortable: true,
      render: row => (
        <>
          <Progress value={row.progress} aria-label={`Progress of ${row.name}`} mb={2} />
          <Text size="xs" c="dimmed" data-figures>
            {row.progress}%, {row.done} of {row.required}
          </Text>
        </>
      ),
    },
    { key: 'enrolledAt', header: 'Enrolled', sortable: true, optional: true, render: row => date(row.enrolledAt) },
    { key: 'cohort', header: 'Cohort', optional: true, render: row => row.cohort ?? '' },
    {
      key: 'lastActiveAt',
      header: 'Last active',
      sortable: true,
      optional: true,
      render: row => (row.lastActiveAt ? <RelativeTime at={row.lastActiveAt} /> : 'Never'),
    },
  ]
}

function Unlock({ selection }: { selection: Selection }) {
  const act = useAct(...learnerKeys)
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconLockOpen size={14} stroke={1.75} />}
      onClick={() =>
        void act(() => client.learners.unlock({ ids: [...selection.ids] }), 'All lessons unlocked').then(
          done => done && selection.clear(),
        )
      }
    >
      Unlock all lessons
    </Button>
  )
}

const blank = { personIds: [] as string[], expiresOn: '', cohortId: '', cohortName: '', cohortStart: '' }
type Values = typeof blank

function Enroll({ courseId, onClose }: { courseId: string; onClose: () => void }) {
  const form = useForm<Values>({ initialValues: blank })
  const { timeZone } = useFormat()
  const act = useAct(...learnerKeys)
  const values = form.getValues()
  async function save({ personIds, expiresOn, cohortId, cohortName, cohortStart }: Values) {
    const made =
      cohortId === 'new'
        ? (await client.learners.addCohort({ courseId, name: cohortName, startsOn: cohortStart })).id
        : cohortId
    await client.learners.enroll({
      courseId,
      personIds,
      cohortId: made || null,
      expiresAt: expiresOn ? new Date(instantAt(`${expiresOn}T23:59`, timeZone)) : null,
    })
    await act(async () => {}, personIds.length === 1 ? '1 person enrolled' : `${personIds.length} people enrolled`)
  }
  return (
    <FormDrawer opened onClose={onClose} title="Enroll people" form={form} onSubmit={save} submitLabel="Enroll">
      <PeopleSelect label="People" value={values.personIds} onChange={ids => form.setFieldValue('personIds', ids)} />
      {form.errors.personIds ? (
        <Text c="red" size="sm">
          {form.errors.personIds}
        </Text>
      ) : null}
      <CohortFields courseId={courseId} form={form} />
      <TextInput
        type="date"
        label="Access ends on"
        description="Leave empty for no end."
        {...form.getInputProps('expiresOn')}
        error={form.errors.expiresAt}
      />
    </FormDrawer>
  )
}

function CohortFields({ courseId, form }: { courseId: string; form: ReturnType<typeof useForm<Values>> }) {
  const { data } = useQuery(api.learners.cohorts.queryOptions({ input: { courseId } }))
  return (
    <>
      <NativeSelect
        label="Cohort"
        description="Lessons that open after days are counted from its start."
        data={[
          { value: '', label: 'None' },
          ...(data?.items ?? []).map(({ id, name, startsOn }) => ({ value: id, label: `${name}, from ${startsOn}` })),
          { value: 'new', label: 'New cohort…' },
        ]}
        {...form.getInputProps('cohortId')}
      />
      {form.getValues().cohortId === 'new' ? (
        <Group grow align="start">
          <TextInput label="Name of the cohort" {...form.getInputProps('cohortName')} error={form.errors.name} />
          <TextInput
            type="date"
            label="Starts on"
            {...form.getInputProps('cohortStart')}
            error={form.errors.startsOn}
          />
        </Group>
      ) : null}
    </>
  )
}
