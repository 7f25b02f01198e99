import { Alert, Checkbox, Group, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { featureKeys, featureWords, limitKeys, limitWords } from '#entitlements/rules.ts'
import { FormDrawer } from '#ui/form-drawer.tsx'
import { toast } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { ProductMenu } from './product-menu.tsx'
import type { Product } from './products.tsx'
import { inputOf, useProductForm } from './use-product-form.ts'

interface ProductFormProps {
  product: Product | null
  opened: boolean
  onClose: () => void
}

export function ProductForm({ product, opened, onClose }: ProductFormProps) {
  const queries = useQueryClient()
  const form = useProductForm(product)
  async function save(values: typeof form.values) {
    const saved = await client.products.save(inputOf(values, product))
    toast(saved.syncState === 'synced' ? 'Saved' : 'Saved here, but not yet synced with the payment provider')
    await queries.invalidateQueries({ queryKey: api.products.key() })
    await queries.invalidateQueries({ queryKey: api.plans.key() })
  }
  return (
    <FormDrawer
      opened={opened}
      onClose={onClose}
      title={product ? product.name : 'New product'}
      form={form}
      onSubmit={save}
      submitLabel="Save"
      foot={product ? <ProductMenu product={product} onDone={onClose} /> : null}
    >
      {product?.syncProblem ? (
        <Alert color="yellow" title="Not synced with the payment provider">
          {product.syncProblem}
        </Alert>
      ) : null}
      <Words form={form} />
      {product ? (
        <Checkbox
          label="Move existing subscribers to the new price with their next period"
          description="A new amount creates a new price. Otherwise, existing subscribers keep the old one."
          key={form.key('migrate')}
          {...form.getInputProps('migrate', { type: 'checkbox' })}
        />
      ) : null}
      <Switch label="Active" key={form.key('active')} {...form.getInputProps('active', { type: 'checkbox' })} />
      <PlanFields form={form} />
    </FormDrawer>
  )
}

type Form = ReturnType<typeof useProductForm>

const Words = ({ form }: { form: Form }) => (
  <>
    <TextInput label="Name" key={form.key('name')} {...form.getInputProps('name')} />
    <Textarea
      label="Description"
      autosize
      minRows={2}
      key={form.key('description')}
      {...form.getInputProps('description')}
    />
    <Group grow align="flex-start">
      <TextInput label="Price" inputMode="decimal" key={form.key('price')} {...form.getInputProps('price')} />
      <TextInput label="Currency" maxLength={3} key={form.key('currency')} {...form.getInputProps('currency')} />
      <NativeSelect
        label="Billing interval"
        data={[
          { value: 'month', label: 'Month' },
          { value: 'year', label: 'Year' },
        ]}
        key={form.key('interval')}
        {...form.getInputProps('interval')}
      />
    </Group>
  </>
)

/** Where it stands on a price list, and what it allows. */
const PlanFields = ({ form }: { form: Form }) => (
  <Stack gap="md">
    <NativeSelect
      label="Price list"
      data={[
        { value: '', label: 'None' },
        { value: 'crm', label: 'Pricing' },
        { value: 'suite', label: 'Solutions' },
      ]}
      key={form.key('family')}
      {...form.getInputProps('family')}
    />
    <Checkbox
      label="Marked as popular"
      key={form.key('popular')}
      {...form.getInputProps('popular', { type: 'checkbox' })}
    />
    <Textarea
      label="Features"
      description="One per line"
      autosize
      minRows={3}
      key={form.key('features')}
      {...form.getInputProps('features')}
    />
    {limitKeys.map(key => (
      <TextInput
        label={`Limit of ${limitWords[key]}`}
        description="A number or “unlimited”. Leave empty if it isn’t counted."
        key={form.key(key)}
        {...form.getInputProps(key)}
      />
    ))}
    <Checkbox.Group label="Features" key={form.key('grants')} {...form.getInputProps('grants')}>
      <Stack gap="xs" mt="xs">
        {featureKeys.map(key => (
          <Checkbox key={key} value={key} label={featureWords[key]} />
        ))}
      </Stack>
    </Checkbox.Group>
    <TextInput
      label="Trial days"
      inputMode="numeric"
      key={form.key('trialDays')}
      {...form.getInputProps('trialDays')}
    />
  </Stack>
)
