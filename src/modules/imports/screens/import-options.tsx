import { Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stages } from '#leads/rules/stages.ts'
import { LabelSelect } from '#people/widgets/label-select.tsx'
import { useLeadNames } from '#people/widgets/use-lead-names.ts'
import { Panel } from '#ui/panel.tsx'
import { api } from '#web/api.ts'
import classes from './import.module.css'
import { ImportConsent } from './import-consent.tsx'
import type { Change, Detail } from './use-import.ts'

interface ImportOptionsProps {
  found: Detail
  onChange: (change: Change) => void
}

/** What happens beside: people who are known, tags, a group, the board. */
export function ImportOptions({ found, onChange }: ImportOptionsProps) {
  const { known, tagIds, putOnBoard, stage } = found.options
  const { stageTitles } = useLeadNames()
  const set = (options: Change['options']) => onChange({ options })
  return (
    <Panel title="Options">
      <Stack gap="md">
        <Radio.Group
          label="Existing people"
          description="A person is matched by their ID in the old program, or by name together with an email or phone number. Couples who share an email keep separate profiles."
          value={known}
          onChange={value => set({ known: value as typeof known })}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="update" label="Update with new details from the file" />
            <Radio value="leave" label="Leave unchanged" />
          </Stack>
        </Radio.Group>
        <div className={classes.fields}>
          <LabelSelect
            kind="tags"
            label="Tags for everyone in the file"
            value={tagIds}
            onChange={ids => set({ tagIds: ids })}
          />
          <GroupChoice found={found} onChange={onChange} />
        </div>
        <ImportConsent found={found} onChange={onChange} />
        <div className={classes.fields}>
          <Checkbox
            label="Add new people to the lead board"
            checked={putOnBoard}
            onChange={event => set({ putOnBoard: event.currentTarget.checked })}
          />
          {putOnBoard ? (
            <NativeSelect
              label="Stage, if the file has none"
              value={stage}
              onChange={event => set({ stage: event.currentTarget.value as typeof stage })}
              data={stages.map(value => ({ value, label: stageTitles[value] }))}
            />
          ) : null}
        </div>
      </Stack>
    </Panel>
  )
}

function GroupChoice({ found, onChange }: ImportOptionsProps) {
  const { groupId, newGroupName } = found.options
  const groups = useQuery(api.groups.list.queryOptions({ input: {} }))
  const [naming, setNaming] = useState(newGroupName !== null)
  const [name, setName] = useState(newGroupName ?? '')
  const set = (options: Change['options']) => onChange({ options })
  const choose = (value: string) => {
    setNaming(value === 'new')
    if (value !== 'new') set({ groupId: value || null, newGroupName: null })
  }
  return (
    <>
      <NativeSelect
        label="Group for everyone in the file"
        value={naming ? 'new' : (groupId ?? '')}
        onChange={event => choose(event.currentTarget.value)}
        data={[
          { value: '', label: 'None' },
          { value: 'new', label: 'New group…' },
          ...(groups.data?.items ?? []).map(group => ({ value: group.id, label: group.name })),
        ]}
      />
      {naming ? (
        <TextInput
          label="New group name"
          value={name}
          maxLength={80}
          onChange={event => setName(event.currentTarget.value)}
          onBlur={() => set({ groupId: null, newGroupName: name.trim() || null })}
        />
      ) : null}
    </>
  )
}
