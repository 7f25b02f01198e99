import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { SmsTemplate } from '../templates/contract.ts'
import { SaveTemplate } from './save-template.tsx'
import classes from './sms.module.css'

/** Words to start from, by category. */
export function Templates() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(
    api.smsTemplates.list.queryOptions({ input: {}, meta: { live: ['campaigns'] } }),
  )
  const [changed, change] = useState<SmsTemplate | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: api.smsTemplates.key() })
  const remove = async ({ id, name }: SmsTemplate) => {
    try {
      await client.smsTemplates.remove({ id })
      await refresh()
      toast(`“${name}” is deleted`, async () => {
        await client.smsTemplates.restore({ id })
        await refresh()
      })
    } catch (problem) {
      toastError(problem)
    }
  }
  return (
    <Panel title="Templates" minHeight={160}>
      {error && !data ? <ErrorPanel error={error} what="the templates" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data?.items.length === 0 ? (
        <Text c="dimmed" size="sm">
          Save texts you often send: write one, then press “Save as Template”.
        </Text>
      ) : null}
      {[...Map.groupBy(data?.items ?? [], one => one.category)].map(([category, items]) => (
        <section key={category} aria-label={category}>
          <Text size="sm" fw={600} mt="xs">
            {category}
          </Text>
          {items.map(template => (
            <Row key={template.id} template={template} onChange={change} onRemove={remove} />
          ))}
        </section>
      ))}
      {changed ? <SaveTemplate body={changed.body} template={changed} onClose={() => change(null)} /> : null}
    </Panel>
  )
}

interface RowProps {
  template: SmsTemplate
  onChange: (template: SmsTemplate) => void
  onRemove: (template: SmsTemplate) => Promise<void>
}

const Row = ({ template, onChange, onRemove }: RowProps) => (
  <div className={classes.row}>
    <div className={classes.grow}>
      <Text fw={550} size="sm" className={classes.line}>
        {template.name}
      </Text>
      <Text c="dimmed" size="sm" className={classes.line}>
        {template.body}
      </Text>
    </div>
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        component={Link}
        to={`/sms/compose?template=${template.id}`}
        aria-label={`Use ${template.name}`}
      >
        Use
      </Button>
      <Tooltip label="Edit">
        <ActionIcon aria-label={`Edit ${template.name}`} onClick={() => onChange(template)}>
          <IconPencil size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon aria-label={`Delete ${template.name}`} onClick={() => void onRemove(template)}>
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </Group>
  </div>
)
