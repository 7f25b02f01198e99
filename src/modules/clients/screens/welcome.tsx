import { Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileImport, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { SkeletonRows } from '#ui/skeleton-rows.tsx'
import { useSaving } from '#ui/use-saving.ts'
import { api, client } from '#web/api.ts'
import { useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { ChurchFields, type ChurchValues, noAddress } from '../widgets/church-fields.tsx'
import classes from './welcome.module.css'

export const meta = () => titled('Welcome')

type Church = Awaited<ReturnType<typeof client.church.read>>

/** First-run steps: the church profile, then where to start. */
export default function Welcome() {
  const church = useQuery(api.church.read.queryOptions({ input: {} }))
  const { user } = useMe()
  return (
    <div className={classes.page}>
      {church.error ? (
        <ErrorPanel error={church.error} what="your church" onRetry={() => void church.refetch()} />
      ) : !church.data ? (
        <SkeletonRows rows={5} />
      ) : church.data.setUp ? (
        <Begin name={church.data.name} />
      ) : (
        <Steps church={church.data} ownName={church.data.name === user.name} />
      )}
    </div>
  )
}

function Steps({ church, ownName }: { church: Church; ownName: boolean }) {
  const queries = useQueryClient()
  const form = useForm<ChurchValues>({
    initialValues: {
      name: ownName ? '' : church.name,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || church.timeZone,
      country: new Intl.Locale(navigator.language).region ?? church.country,
      address: church.address ?? noAddress,
    },
    validate: { name: value => (value.trim() ? null : 'Please enter the name of your church or ministry') },
  })
  const { problem, busy, save } = useSaving(form)
  const submit = (values: ChurchValues) =>
    save(async () => {
      const saved = await client.church.change({ ...values, setUp: true, version: church.version })
      queries.setQueryData(api.church.read.queryKey({ input: {} }), saved)
      await queries.invalidateQueries({ queryKey: api.clients.key() })
    })
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>Welcome to Lampstand</Title>
        <Text c="dimmed">Tell us about your church. It takes a minute, and you can change everything later.</Text>
      </div>
      <Paper p="lg">
        <form noValidate onSubmit={form.onSubmit(submit)}>
          <Stack>
            <Problem error={problem} />
            <ChurchFields form={form} />
            <Group justify="flex-end">
              <Button type="submit" loading={busy}>
                Continue
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Stack>
  )
}

function Begin({ name }: { name: string }) {
  return (
    <Stack gap="lg">
      <div>
        <Title order={1}>{name} is ready</Title>
        <Text c="dimmed">Where would you like to start?</Text>
      </div>
      <ul className={classes.ways}>
        <Way
          icon={<IconFileImport />}
          to="/people/import"
          title="Import your people"
          text="From Planning Center, Mailchimp, Google Contacts or any spreadsheet."
        />
        <Way
          icon={<IconUsers />}
          to="/settings?section=team"
          title="Invite a colleague"
          text="They see every change as it happens, and only what their role allows."
        />
        <Way
          icon={<IconUserPlus />}
          to="/leads?add=1"
          title="Add your first lead"
          text="Someone who visited on Sunday or wrote to you."
        />
      </ul>
      <Button component={Link} to="/dashboard" variant="default" className={classes.later}>
        Go to the dashboard
      </Button>
    </Stack>
  )
}

function Way({ icon, to, title, text }: { icon: ReactNode; to: string; title: string; text: string }) {
  return (
    <li>
      <Link to={to} className={classes.way}>
        <ThemeIcon variant="light" size={40}>
          {icon}
        </ThemeIcon>
        <span>
          <Text span fw={550} display="block">
            {title}
          </Text>
          <Text span c="dimmed">
            {text}
          </Text>
        </span>
      </Link>
    </li>
  )
}
