import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/kernel/audit.ts', './src/modules/**/tables.ts', './src/providers/**/tables.ts'],
  out: './migrations',
  schemaFilter: ['public', 'auth'],
  entities: { roles: false },
})
