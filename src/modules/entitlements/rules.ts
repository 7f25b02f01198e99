/** What a plan counts. */
export const limitKeys = ['leads', 'contacts', 'emails', 'members', 'storage'] as const
export type LimitKey = (typeof limitKeys)[number]
/** Null is unlimited, and so is what isn't named. */
export type Limits = Partial<Record<LimitKey, number | null>>
export const limitWords: Record<LimitKey, string> = {
  leads: 'leads',
  contacts: 'CRM contacts',
  emails: 'email contacts',
  members: 'team members',
  storage: 'GB of storage',
}

/** What a plan has or hasn't. */
export const featureKeys = ['branding', 'audit_log'] as const
export type FeatureKey = (typeof featureKeys)[number]
export const featureWords: Record<FeatureKey, string> = {
  branding: 'Your own logo and color',
  audit_log: 'The audit log',
}

/** Of `storage`, as bytes are counted in it: a part of one is one. */
export const gigabytes = (bytes: number): number => Math.ceil(bytes / 1024 ** 3)
