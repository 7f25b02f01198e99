import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#ui/form-dialog.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { declarationScopeLabels, declarationScopes, declarationSources } from '../gift-aid/rules.ts'
import { useDay } from './use-money.ts'

type Declaration = Awaited<ReturnType<typeof client.giftAid.list>>['items'][number]
const sourceLabels = { online: 'Online', written: 'In writing', oral: 'By word of mouth' }

/** Gift Aid declarations of someone, at churches in the United Kingdom. */
export function GiftAidOfPerson({ personId }: { personId: string }) {
  const mayWrite = useMay('giving.write')
  const [adding, setAdding] = useState(false)
  const settings = useQuery(api.receiptSettings.read.queryOptions({ input: {} }))
  const isUk = settings.data?.country === 'GB'
  const { data } = useQuery(
    api.giftAid.list.queryOptions({ input: { personId }, enabled: isUk, meta: { live: ['gifts'] } }),
  )
  if (!isUk || !data) return null
  return (
    <Panel title="Gift Aid">
      <Stack gap="xs">
        {data.items.length === 0 ? (
          <Text size="sm" c="dimmed">
            No declaration yet
          </Text>
        ) : null}
        {data.items.map(one => (
          <DeclarationLine key={one.id} declaration={one} mayWrite={mayWrite} />
        ))}
        {mayWrite ? (
          <Group>
            <Button size="compact-sm" variant="default" onClick={() => setAdding(true)}>
              Add declaration
            </Button>
          </Group>
        ) : null}
      </Stack>
      {adding ? <AddDeclaration personId={personId} wording={data.wording} onClose={() => setAdding(false)} /> : null}
    </Panel>
  )
}

function DeclarationLine({ declaration, mayWrite }: { declaration: Declaration; mayWrite: boolean }) {
  const { id, name, source, madeOn, coversFrom, coversTo, recordSentOn, cancelableUntil, canceledOn } = declaration
  const day = useDay()
  const act = useAct(api.giftAid.key())
  return (
    <Stack gap={2}>
      <Text size="sm">
        {name}, {sourceLabels[source].toLowerCase()} on {day(madeOn)}: gifts from {day(coversFrom)}
        {coversTo ? ` to ${day(coversTo)}` : ''}
      </Text>
      {cancelableUntil ? <Text size="sm">Can be canceled in full until {day(cancelableUntil)}</Text> : null}
      {canceledOn ? <Text size="sm">Canceled on {day(canceledOn)}</Text> : null}
      {mayWrite && !canceledOn ? (
        <Group gap="xs">
          {source === 'oral' && !recordSentOn ? (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => void act(() => client.giftAid.recordSent({ id }), 'Written record noted')}
            >
              Written record sent
            </Button>
          ) : null}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void act(() => client.giftAid.cancel({ id }), 'Declaration canceled')}
          >
            Cancel declaration
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

function AddDeclaration({ personId, wording, onClose }: { personId: string; wording: string; onClose: () => void }) {
  const form = useForm({
    initialValues: {
      title: '',
      firstName: '',
      lastName: '',
      address: '',
      postcode: '',
      scope: 'all' as (typeof declarationScopes)[number],
      source: 'written' as (typeof declarationSources)[number],
    },
  })
  const { run } = useMutate({ keys: [api.giftAid.key()] })
  async function save(values: typeof form.values) {
    await client.giftAid.create({ personId, ...values })
    await run(async () => {}, { done: 'Declaration saved' })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Add Gift Aid declaration"
      form={form}
      onSubmit={save}
      submitLabel="Save"
    >
      <Text size="sm">{wording}</Text>
      <TextInput label="Title" data-autofocus {...form.getInputProps('title')} />
      <TextInput label="First name" {...form.getInputProps('firstName')} />
      <TextInput label="Last name" {...form.getInputProps('lastName')} />
      <Textarea label="Home address" rows={2} {...form.getInputProps('address')} />
      <TextInput label="Postcode" {...form.getInputProps('postcode')} />
      <Select
        label="For"
        allowDeselect={false}
        data={declarationScopes.map(value => ({ value, label: declarationScopeLabels[value] }))}
        {...form.getInputProps('scope')}
      />
      <Select
        label="Made"
        allowDeselect={false}
        data={declarationSources.map(value => ({ value, label: sourceLabels[value] }))}
        {...form.getInputProps('source')}
      />
    </FormDialog>
  )
}
