import { Anchor, Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Problem } from '#ui/problem.tsx'
import { toast } from '#ui/toast.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { addressProblem } from '../public-address/rules.ts'
import classes from './settings.module.css'

interface Shown {
  slug: string
  slugChosen: boolean
}

const ID = 'public-address'

/** The word in the church's public links; an owner changes or keeps it. */
export function PublicAddress({ church, mayChange }: { church: Shown; mayChange: boolean }) {
  const [changing, setChanging] = useState(false)
  const { keep, busy, problem } = useKeeping()
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${ID}`) document.getElementById(ID)?.scrollIntoView({ block: 'center' })
  }, [hash])
  return (
    <Paper p="lg" className={classes.form} component="section" aria-labelledby={ID}>
      <Stack gap="sm">
        <Title order={2} size="h4" id={ID}>
          Public address
        </Title>
        <Text size="sm">
          Links to your pages, giving, booking and chat have this word in them:{' '}
          <Anchor href={`/c/${church.slug}`} target="_blank" underline="always">
            {`${location.origin}/c/${church.slug}`}
          </Anchor>
        </Text>
        <Problem error={problem} />
        {mayChange && !changing ? (
          <Group>
            {church.slugChosen ? null : (
              <Button loading={busy} onClick={() => keep(church.slug)}>
                Keep this address
              </Button>
            )}
            <Button variant="default" onClick={() => setChanging(true)}>
              Change address
            </Button>
          </Group>
        ) : null}
        {changing ? <Change slug={church.slug} onDone={() => setChanging(false)} /> : null}
        {mayChange ? null : (
          <Text size="sm" c="dimmed">
            Only the owner can change it.
          </Text>
        )}
      </Stack>
    </Paper>
  )
}

function useKeeping() {
  const queries = useQueryClient()
  const { save, busy, problem } = useSaving({ setErrors: () => undefined })
  const keep = (slug: string) =>
    save(async () => {
      await client.church.chooseAddress({ slug })
      await changed(queries)
      toast('Saved')
    })
  return { keep, busy, problem }
}

const changed = (queries: ReturnType<typeof useQueryClient>) =>
  Promise.all(
    [api.church, api.clients, api.gettingStarted].map(one => queries.invalidateQueries({ queryKey: one.key() })),
  )

function Change({ slug, onDone }: { slug: string; onDone: () => void }) {
  const queries = useQueryClient()
  const form = useForm({
    initialValues: { slug },
    validate: { slug: value => addressProblem(value.trim().toLowerCase()) ?? null },
  })
  const { save, busy, problem } = useSaving(form)
  const submit = (values: { slug: string }) =>
    save(async () => {
      await client.church.chooseAddress(values)
      await changed(queries)
      toast('Saved')
      onDone()
    })
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="sm">
        <Problem error={problem} />
        <TextInput
          label="New address"
          description="Links, QR codes and embeds with the old address keep working: they lead to the new one."
          leftSection={<span className={classes.before}>/c/</span>}
          maxLength={48}
          spellCheck={false}
          autoCapitalize="none"
          autoFocus
          {...form.getInputProps('slug')}
        />
        <Group>
          <Button type="submit" loading={busy} disabled={form.values.slug.trim().toLowerCase() === slug}>
            Save address
          </Button>
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
