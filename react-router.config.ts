import { readdirSync, readFileSync } from 'node:fs'
import type { Config } from '@react-router/dev/config'

const articles = (folder: string) =>
  readdirSync(`src/modules/site/data/${folder}`).map(file => `/${folder}/${file.replace(/\.md$/, '')}`)

const resources = () =>
  (JSON.parse(readFileSync('src/web/reference.json', 'utf8')) as { name: string }[]).map(
    ({ name }) => `/documentation/api/${name}`,
  )

/** Public pages without live data: made at build time, served as they lie. */
const still = () => [
  '/',
  '/about',
  '/team',
  '/features',
  '/contact',
  '/blog',
  '/documentation',
  '/documentation/api',
  ...resources(),
  '/privacy-policy',
  '/terms-of-service',
  '/cookie-policy',
  ...articles('blog'),
  ...articles('help'),
]

export default { appDirectory: 'src/web', buildDirectory: 'build', ssr: true, prerender: still } satisfies Config
