import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { fieldErrors } from '#ui/field-errors.ts'
import { useFormat } from '#ui/format.tsx'
import { keepDraft, readDraft } from '#ui/kept-draft.ts'
import { instantAt } from '#ui/local-time.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import classes from './person.module.css'

/** Something to do for a person, with an owner and a due date. */
export function NewTask({ personId }: { personId: string }) {
  const queries = useQueryClient()
  const { user } = useMe()
  const { timeZone } = useFormat()
  const draft = `task:${personId}`
  const form = useForm({
    initialValues: { title: '', dueAt: '', assigneeId: user.id as string | null },
    onValuesChange: values => keepDraft(draft, values.title ? { version: 0, value: values } : null),
    validate: { title: value => (value.trim() ? null : 'Please name the task') },
  })
  useEffect(() => {
    const kept = readDraft<typeof form.values>(draft)
    if (kept) form.setValues(kept.value)
  }, [draft])
  async function save({ title, dueAt, assigneeId }: typeof form.values) {
    try {
      await client.tasks.create({ title, personId, assigneeId, dueAt: dueAt ? instantAt(dueAt, timeZone) : null })
      form.reset()
      keepDraft(draft, null)
      toast('Task added')
      await queries.invalidateQueries({ queryKey: api.tasks.key() })
    } catch (error) {
      const fields = fieldErrors(error)
      if (Object.keys(fields).length > 0) form.setErrors(fields)
      else toastError(error, 'The task was not saved. It is still here.')
    }
  }
  return (
    <form noValidate onSubmit={form.onSubmit(save)}>
      <Stack gap="xs">
        <TextInput aria-label="New task" placeholder="Add a task" maxLength={300} {...form.getInputProps('title')} />
        {form.values.title ? (
          <Group gap="xs" align="start">
            <TextInput
              type="datetime-local"
              aria-label="Due"
              className={classes.grow}
              {...form.getInputProps('dueAt')}
            />
            <MemberSelect aria-label="Assigned to" clearable={false} {...form.getInputProps('assigneeId')} />
            <Button type="submit" loading={form.submitting}>
              Add task
            </Button>
          </Group>
        ) : null}
      </Stack>
    </form>
  )
}
