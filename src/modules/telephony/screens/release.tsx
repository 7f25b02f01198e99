import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { phoneText } from '#people/rules/phone-text.ts'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import type { OwnNumber } from './numbers.tsx'

/** Gives a number back: what would miss it is shown, and its digits are typed. */
export function Release({ number, onClose }: { number: OwnNumber; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useForm({ initialValues: { typed: '' } })
  const { problem, busy, save } = useSaving(form)
  const { data } = useQuery(api.phoneNumbers.uses.queryOptions({ input: { id: number.id } }))
  const name = phoneText(number.number)
  const submit = ({ typed }: { typed: string }) =>
    save(async () => {
      await client.phoneNumbers.release({ id: number.id, typed })
      toast(`${name} released`)
      onClose()
      await queries.invalidateQueries({ queryKey: api.phoneNumbers.key() })
      await queries.invalidateQueries({ queryKey: api.telephony.key() })
    })
  return (
    <Modal opened onClose={onClose} title={`Release ${name}?`}>
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack>
          <Problem error={problem} />
          <Text>The carrier gets it back right away and may give it to someone else. This can’t be undone.</Text>
          {data && data.items.length > 0 ? (
            <List size="sm">
              {data.items.map(item => (
                <List.Item key={item}>{item}</List.Item>
              ))}
            </List>
          ) : null}
          <TextInput
            label={`Type ${number.number} to release it`}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('typed')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Keep
            </Button>
            <Button type="submit" color="red" loading={busy}>
              Release
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
