import { Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '#web/api.ts'
import { lintContent, lintRequest } from '../requests/rules/words.ts'
import type { Places } from './place-picker.tsx'

export interface Words {
  subject: string
  content: string
}
interface RequestWordsProps {
  value: Words
  onChange: (words: Words) => void
  hasSubject: boolean
  errors?: Record<string, ReactNode>
}

/** What people read. What may not be asked is said while it is typed. */
export function RequestWords({ value, onChange, hasSubject, errors = {} }: RequestWordsProps) {
  const { subject, content } = value
  return (
    <Stack gap="sm">
      {hasSubject ? (
        <TextInput
          label="Subject"
          maxLength={150}
          value={subject}
          error={errors.subject ?? lintRequest(subject)}
          onChange={event => onChange({ ...value, subject: event.currentTarget.value })}
        />
      ) : null}
      <Textarea
        label="Message"
        description="Merge tags such as {firstName|friend} are filled in for each person, {reviewLink} with their link."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={1_000}
        value={content}
        error={errors.content ?? (content === '' ? undefined : lintContent(content))}
        onChange={event => onChange({ ...value, content: event.currentTarget.value })}
      />
    </Stack>
  )
}

/** Words of a template, in place of what stands there. */
export function TemplateSelect({ onUse }: { onUse: (template: Words & Places) => void }) {
  const { data } = useQuery(api.reviewRequestTemplates.list.queryOptions({ input: {}, meta: { live: ['reviews'] } }))
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <Select
      label="Template"
      placeholder="Start from a template"
      searchable
      value={null}
      data={items.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={id => {
        const chosen = items.find(one => one.id === id)
        if (!chosen) return
        const { subject, content, sources, custom } = chosen
        onUse({ subject, content, sources, custom })
      }}
    />
  )
}
