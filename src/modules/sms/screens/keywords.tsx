import { ActionIcon, Button, Group, Switch, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil, IconPlus, IconPresentation, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import type { SmsKeyword } from '../keywords/contract.ts'
import { KeywordForm } from './keyword-form.tsx'
import classes from './sms.module.css'

/** Words that people text to the church. */
export function Keywords() {
  const { data, error, refetch } = useQuery(
    api.smsKeywords.list.queryOptions({ input: {}, meta: { live: ['campaigns'] } }),
  )
  const [adding, add] = useDisclosure()
  const [changed, change] = useState<SmsKeyword | null>(null)
  return (
    <Panel
      title="Keywords"
      minHeight={160}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={add.open}
        >
          Add keyword
        </Button>
      }
    >
      {error && !data ? <ErrorPanel error={error} what="the keywords" onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data?.items.length === 0 ? (
        <Text c="dimmed" size="sm">
          “Text PICNIC to our number”: the keyword records consent, adds people to a list and sends your reply.
        </Text>
      ) : null}
      {data?.items.map(keyword => (
        <Row key={keyword.id} keyword={keyword} onChange={change} />
      ))}
      {adding ? <KeywordForm onClose={add.close} /> : null}
      {changed ? <KeywordForm keyword={changed} onClose={() => change(null)} /> : null}
    </Panel>
  )
}

function Row({ keyword, onChange }: { keyword: SmsKeyword; onChange: (keyword: SmsKeyword) => void }) {
  const { id, version, word, reply, active, uses } = keyword
  const { number } = useFormat()
  const queries = useQueryClient()
  const act = useAct(api.smsKeywords.key())
  const remove = async () => {
    if (!(await act(() => client.smsKeywords.remove({ id })))) return
    toast(`${word} deleted`, async () => {
      await client.smsKeywords.restore({ id })
      await queries.invalidateQueries({ queryKey: api.smsKeywords.key() })
    })
  }
  return (
    <div className={classes.row}>
      <div className={classes.grow}>
        <Text fw={600} size="sm">
          {word}{' '}
          <Text span c="dimmed" size="sm" data-figures>
            used {number(uses)} {uses === 1 ? 'time' : 'times'}
          </Text>
        </Text>
        <Text c="dimmed" size="sm" className={classes.line}>
          {reply || 'No reply'}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <Switch
          size="sm"
          aria-label={`${word} is active`}
          checked={active}
          onChange={event => {
            const next = event.currentTarget.checked
            void act(() => client.smsKeywords.update({ id, version, active: next }))
          }}
        />
        <Tools keyword={keyword} onChange={onChange} onRemove={() => void remove()} />
      </Group>
    </div>
  )
}

interface ToolsProps {
  keyword: SmsKeyword
  onChange: (keyword: SmsKeyword) => void
  onRemove: () => void
}

const Tools = ({ keyword, onChange, onRemove }: ToolsProps) => {
  const { id, word } = keyword
  return (
    <>
      <Tooltip label="Slide for Sunday">
        <ActionIcon component={Link} to={`/sms/slides/${id}`} aria-label={`Slide for ${word}`}>
          <IconPresentation size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Edit">
        <ActionIcon aria-label={`Edit ${word}`} onClick={() => onChange(keyword)}>
          <IconPencil size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Delete">
        <ActionIcon aria-label={`Delete ${word}`} onClick={onRemove}>
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
