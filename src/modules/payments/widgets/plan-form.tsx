import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { decimal, parseMoney } from '#kernel/money.ts'
import { confirm } from '#ui/confirm.tsx'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { invoiceCurrencies } from '../invoices/rules/terms.ts'
import {
  gatewayLabels,
  intervalLabels,
  type PlanGateway,
  planGateways,
  planIntervals,
  planStateLabels,
  planStates,
} from '../plans/rules.ts'

type SalePlan = Awaited<ReturnType<typeof client.salePlans.get>>

const valuesOf = (plan: SalePlan | null) => ({
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  price: plan ? decimal(plan.amount, plan.currency) : '',
  currency: (plan?.currency ?? 'USD') as (typeof invoiceCurrencies)[number],
  interval: plan?.interval ?? ('month' as const),
  trialDays: plan?.trialDays ?? 14,
  features: plan?.features.join('\n') ?? '',
  isPopular: plan?.isPopular ?? false,
  state: plan?.state ?? ('active' as const),
  all: plan ? plan.gateways === null : true,
  gateways: plan?.gateways ?? ([] as PlanGateway[]),
  existing: 'keep' as 'keep' | 'move',
})
type Values = ReturnType<typeof valuesOf>
type Form = UseFormReturnType<Values>

const inputOf = ({ price, currency, features, all, gateways, existing: _, ...values }: Values) => ({
  ...values,
  trialDays: Number(values.trialDays),
  amount: parseMoney(price, currency) ?? 0,
  features: features
    .split('\n')
    .map(one => one.trim())
    .filter(Boolean),
  gateways: all ? null : gateways,
})

interface PlanFormProps {
  plan: SalePlan | null
  opened: boolean
  onClose: () => void
}

export function PlanForm({ plan, opened, onClose }: PlanFormProps) {
  const { run } = useMutate({ keys: [api.salePlans.key()] })
  const form: Form = useForm<Values>({
    initialValues: valuesOf(plan),
    validate: {
      price: (text, { currency }) =>
        parseMoney(text, currency) === null ? 'Please enter a price such as 29.00' : null,
    },
  })
  async function save(values: Values) {
    const input = inputOf(values)
    if (plan) {
      const change = { ...input, id: plan.id, version: plan.version, existing: values.existing }
      await client.salePlans.update({ ...change, confirmed: await isConfirmed(plan, values) })
    } else await client.salePlans.create({ ...input, currency: values.currency })
    toast('Saved')
    void run(async () => {})
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={plan ? plan.name : 'Create New Plan'}
      form={form}
      onSubmit={save}
      submitLabel="Save"
      fields={{}}
      foot={plan && plan.sold === 0 ? <Delete plan={plan} onDone={onClose} /> : null}
    >
      <Words form={form} plan={plan} />
      {plan ? <Existing form={form} plan={plan} /> : null}
      <Details form={form} />
    </FormDrawer>
  )
}

/** Taking a plan off sale is asked about; the server insists only for the last one. */
const isConfirmed = async (plan: SalePlan, { state }: Values): Promise<boolean> =>
  plan.state === 'active' && state !== 'active'
    ? confirm({
        title: `Take ${plan.name} off sale?`,
        text: 'Nobody new can subscribe to it. If it is the last active plan, nothing is for sale.',
        confirm: 'Take off sale',
      })
    : false

const Words = ({ form, plan }: { form: Form; plan: SalePlan | null }) => (
  <>
    <TextInput label="Plan Name" data-autofocus {...form.getInputProps('name')} />
    <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
    <Group grow align="flex-start">
      <TextInput
        label="Price"
        inputMode="decimal"
        {...form.getInputProps('price')}
        error={form.errors.price ?? form.errors.amount}
      />
      <NativeSelect
        label="Currency"
        data={[...invoiceCurrencies]}
        disabled={plan !== null}
        {...form.getInputProps('currency')}
      />
      <NativeSelect
        label="Billing Interval"
        data={planIntervals.map(value => ({ value, label: intervalLabels[value] }))}
        {...form.getInputProps('interval')}
      />
    </Group>
  </>
)

/** Whom a new price concerns, once there is one. */
function Existing({ form, plan }: { form: Form; plan: SalePlan }) {
  const { price, interval } = form.values
  if (parseMoney(price, plan.currency) === plan.amount && interval === plan.interval) return null
  const subscribers = plan.sold === 1 ? '1 subscriber' : `${plan.sold} subscribers`
  return (
    <Radio.Group label="The new price is for" {...form.getInputProps('existing')}>
      <Stack gap="xs" mt="xs">
        <Radio value="keep" label={`New customers only (${subscribers} keep the old price)`} />
        <Radio value="move" label={`Everyone: move ${subscribers} at the next renewal`} />
      </Stack>
    </Radio.Group>
  )
}

const Details = ({ form }: { form: Form }) => (
  <>
    <NumberInput label="Trial days" min={0} max={90} allowDecimal={false} {...form.getInputProps('trialDays')} />
    <Textarea label="Features" description="One per line" autosize minRows={3} {...form.getInputProps('features')} />
    <Switch label="Marked as popular" {...form.getInputProps('isPopular', { type: 'checkbox' })} />
    <NativeSelect
      label="Status"
      data={planStates.map(value => ({ value, label: planStateLabels[value] }))}
      {...form.getInputProps('state')}
    />
    <Switch label="Sold through every enabled gateway" {...form.getInputProps('all', { type: 'checkbox' })} />
    {form.values.all ? null : (
      <Checkbox.Group label="Gateways" {...form.getInputProps('gateways')}>
        <Group mt="xs">
          {planGateways.map(gateway => (
            <Checkbox key={gateway} value={gateway} label={gatewayLabels[gateway]} />
          ))}
        </Group>
      </Checkbox.Group>
    )}
  </>
)

function Delete({ plan, onDone }: { plan: SalePlan; onDone: () => void }) {
  const act = useAct(api.salePlans.key())
  async function remove() {
    const text = 'It was never sold, so nothing else is lost.'
    if (!(await confirm({ title: `Delete ${plan.name}?`, text, confirm: 'Delete', danger: true }))) return
    if (await act(() => client.salePlans.remove({ id: plan.id }), 'Plan deleted')) onDone()
  }
  return (
    <Button variant="subtle" color="red" onClick={() => void remove()}>
      Delete
    </Button>
  )
}
