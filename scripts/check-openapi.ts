/** Lints the OpenAPI document with the recommended rules of Redocly; a warning fails it too. Needs no network. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { contract } from '#app/contract.ts'
import { openApiDocument } from '#app/openapi.ts'

const source = JSON.stringify(await openApiDocument(contract))
const config = await createConfig({ extends: ['recommended'] })
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
for (const { severity, ruleId, message, location } of problems)
  console.error(`${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ''})`)
process.exitCode = problems.length > 0 ? 1 : 0
