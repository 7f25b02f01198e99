/** The outside services that can be tried out from /admin. */
export const providers = ['mail', 'arriving', 'texts', 'files', 'payments'] as const
export type Provider = (typeof providers)[number]

export const providerLabels: Record<Provider, string> = {
  mail: 'Mail',
  arriving: 'Inbound mail',
  texts: 'Texts',
  files: 'Files',
  payments: 'Payments',
}
