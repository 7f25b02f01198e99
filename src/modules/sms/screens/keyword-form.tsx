import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { NEWSLETTER } from '#consent/rules/reasons.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import type { SmsKeyword } from '../keywords/contract.ts'
import { TopicSelect } from './topic-select.tsx'

interface Values extends Record<string, unknown> {
  word: string
  reply: string
  yes: boolean
  topic: string
  groupId: string | null
  tagId: string | null
  answersTo: string | null
  urgent: boolean
}

const valuesOf = (keyword: SmsKeyword | undefined): Values => ({
  word: keyword?.word ?? '',
  reply: keyword?.reply ?? '',
  yes: keyword ? keyword.topic !== '' : true,
  topic: keyword?.topic || NEWSLETTER,
  groupId: keyword?.groupId ?? null,
  tagId: keyword?.tagId ?? null,
  answersTo: keyword?.answersTo ?? null,
  urgent: keyword?.urgent ?? false,
})

/** What a word does. */
export function KeywordForm({ keyword, onClose }: { keyword?: SmsKeyword; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm<Values>({ initialValues: valuesOf(keyword) })
  const save = async ({ yes, ...values }: Values) => {
    const words = { ...values, topic: yes ? values.topic : '' }
    if (keyword) await client.smsKeywords.update({ id: keyword.id, version: keyword.version, ...words })
    else await client.smsKeywords.create(words)
    await queries.invalidateQueries({ queryKey: api.smsKeywords.key() })
    toast('Keyword saved')
  }
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={keyword ? `Edit ${keyword.word}` : 'Add keyword'}
      form={form}
      onSubmit={save}
      submitLabel="Save keyword"
    >
      <TextInput
        label="Keyword"
        description="One word. Capitals, punctuation and emoji around it are ignored."
        data-autofocus
        maxLength={20}
        {...form.getInputProps('word')}
      />
      <Textarea
        label="Answer"
        description="Sent once to everyone who texts the word."
        autosize
        minRows={3}
        maxLength={320}
        {...form.getInputProps('reply')}
      />
      <Checkbox
        label="Consent to our texts"
        description="Saved with what they texted. Someone who replied STOP must reply START first."
        {...form.getInputProps('yes', { type: 'checkbox' })}
      />
      {form.values.yes ? (
        <TopicSelect value={form.values.topic} onChange={topic => form.setFieldValue('topic', topic)} />
      ) : null}
      <Lists form={form} />
    </FormDrawer>
  )
}

/** Where someone who texts the word belongs from then on. */
function Lists({ form }: { form: UseFormReturnType<Values> }) {
  const groups = useQuery(api.groups.list.queryOptions({ input: {} }))
  const tags = useQuery(api.tags.list.queryOptions({ input: {} }))
  const select = (label: string, field: string, items: { id: string; name: string }[] | undefined) => (
    <Select
      label={label}
      clearable
      searchable
      data={(items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      {...form.getInputProps(field)}
    />
  )
  return (
    <>
      {select('Add to group', 'groupId', groups.data?.items)}
      {select('Add tag', 'tagId', tags.data?.items)}
      <Checkbox
        label="Consent to urgent messages at any hour"
        description="For a prayer chain. Say so wherever you announce the keyword. You can then text the group above at night, with a reason."
        {...form.getInputProps('urgent', { type: 'checkbox' })}
      />
      <MemberSelect label="Assign their texts to" placeholder="Unassigned" {...form.getInputProps('answersTo')} />
    </>
  )
}
