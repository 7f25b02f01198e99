import type { Config } from '@react-router/dev/config'

/** Public pages without live data: made at build time, served as they lie. */
const still = [
  '/',
  '/about',
  '/team',
  '/features',
  '/contact',
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  '/documentation/api',
]

export default { appDirectory: 'src/web', buildDirectory: 'build', ssr: true, prerender: still } satisfies Config
