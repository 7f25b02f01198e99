import { Button, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { customTypeNames } from '../fields/rules/types.ts'
import { type Field, FieldForm } from '../widgets/field-form.tsx'
import { PeopleTabs } from '../widgets/people-tabs.tsx'
import { useCustomFields } from '../widgets/use-custom-fields.ts'
import { FieldRows } from './field-rows.tsx'
import classes from './fields.module.css'

export const meta = () => titled('Custom fields')

/** What this church keeps about people that no other church does. */
export default function FieldsScreen() {
  const list = useCustomFields()
  const mayWrite = useMay('people.write')
  const [editing, setEditing] = useState<Field | null>(null)
  const [params, setParams] = useSearchParams()
  const adding = mayWrite && params.get('new') !== null
  const close = () => {
    setEditing(null)
    if (adding) setParams({}, { replace: true })
  }
  const add = (label: string) => (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => setParams({ new: '1' })}>
      {label}
    </Button>
  )
  return (
    <>
      <PeopleTabs />
      <PageHeader
        title="Custom fields"
        purpose="What your church tracks about people: a baptism date, a T-shirt size, where someone serves."
        action={mayWrite ? add('New field') : undefined}
      />
      <Stack>
        <Panel>
          {list.error ? (
            <ErrorPanel error={list.error} what="the fields" onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <SkeletonRows rows={5} />
          ) : list.fields.length === 0 ? (
            <EmptyState
              title="No fields yet"
              text="Add what you want to track: baptism dates, allergies, where people serve. You can fill in fields by hand, with a form or an import, and use them in segments and messages."
              action={mayWrite ? add('Create one') : undefined}
            />
          ) : (
            <FieldRows fields={list.fields} mayWrite={mayWrite} onEdit={setEditing} />
          )}
        </Panel>
        {mayWrite ? <Deleted /> : null}
      </Stack>
      {editing || adding ? <FieldForm field={editing} onClose={close} /> : null}
    </>
  )
}

/** For thirty days they come back with everything that was known. */
function Deleted() {
  const { data } = useQuery(
    api.personFields.list.queryOptions({ input: { deleted: true }, meta: { live: ['people'] } }),
  )
  const act = useAct(api.personFields.key(), api.people.key())
  if (!data || data.items.length === 0) return null
  return (
    <Panel title="Deleted in the last 30 days">
      <ul className={classes.list}>
        {data.items.map(({ id, label, type }) => (
          <li key={id} className={classes.gone}>
            <Text span truncate className={classes.grow}>
              {label}
              <Text span size="sm" c="dimmed" ml="xs">
                {customTypeNames[type]}
              </Text>
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Restore ${label}`}
              onClick={() => void act(() => client.personFields.restore({ id }), `${label} restored`)}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
