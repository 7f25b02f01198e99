import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import Pricing, { loader } from './pricing.tsx'

/** The page as the server renders it, with plans that come from there. */
async function rendered(list: () => Promise<unknown>, address = '/pricing') {
  const { query, dataRoutes } = createStaticHandler([
    {
      path: '/pricing',
      loader: ({ request }) =>
        loader({ request, context: { get: () => ({ plans: { list } }) }, params: {} } as unknown as Parameters<
          typeof loader
        >[0]),
      Component: Pricing,
    },
  ])
  const context = await query(new Request(`http://here.example${address}`))
  if (context instanceof Response) throw new Error('no page')
  const html = renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />,
  )
  return { html, headers: Object.values(context.loaderHeaders)[0] }
}

const prices = [
  { id: 'by-month', unitAmount: 4_200, currency: 'USD', interval: 'month', stripePriceId: null },
  { id: 'by-year', unitAmount: 42_000, currency: 'USD', interval: 'year', stripePriceId: null },
]
const plan = {
  name: 'Parish',
  description: 'For one',
  popular: true,
  features: [],
  limits: { leads: 7 },
  trialDays: 14,
  prices,
}

test('what is on sale now is shown, and leads to a sign-up with that price', async () => {
  const { html, headers } = await rendered(async () => ({ items: [plan] }))
  for (const text of ['Parish', '$42', 'Most popular', '7 leads', 'priceId=by-month']) expect(html).toContain(text)
  expect(html).not.toContain('Failed to load')
  expect(headers?.get('cache-control') ?? '').not.toContain('no-store')
})

test('annual prices have an address of their own', async () => {
  const { html } = await rendered(async () => ({ items: [plan] }), '/pricing?interval=year')
  for (const text of ['$420', 'per year', 'Saves $84 a year', 'priceId=by-year']) expect(html).toContain(text)
})

test.each([
  ['can’t be read', () => Promise.reject(new Error('gone'))],
  ['don’t come', () => new Promise<never>(() => {})],
])(
  'when the plans %s the demo prices stand in, with Retry and Test Connection, and nobody else gets that page',
  async (_, list) => {
    const { html, headers } = await rendered(list)
    for (const text of [
      'Failed to load pricing plans',
      'Using demo pricing data - server connection unavailable',
      'Retry',
      'Test Connection',
      '$29',
      '$79',
      '$199',
      '1,000 leads',
      '10,000 leads',
      'Unlimited leads',
    ])
      expect(html).toContain(text)
    expect(headers?.get('cache-control')).toBe('no-store')
  },
)

test('an empty price list says so', async () => {
  const { html } = await rendered(async () => ({ items: [] }))
  expect(html).toContain('No plans are available right now')
})
