import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { generateApi } from 'swagger-typescript-api'
import { API } from 'typescript/unstable/sync'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { contract } from './contract.ts'
import { openApiDocument } from './openapi.ts'

let document: Record<string, any>
let operations: { name: string; method: string; operation: Record<string, any> }[]

beforeAll(async () => {
  document = await openApiDocument(contract)
  operations = Object.entries(document.paths as Record<string, Record<string, any>>).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${at}`, method, operation })),
  )
})

test('every call has a summary in plain words, a tag, an id of its own and the refusals that it may meet', () => {
  expect(operations.length).toBeGreaterThan(400)
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  for (const { name, operation } of operations) {
    expect(operation.summary, name).toMatch(/^[A-Z][^.]{3,70}$/)
    expect(operation.tags, name).toHaveLength(1)
    for (const status of [400, 401, 403, 404, 409, 422, 429])
      expect(operation.responses[status], `${name} ${status}`).toBeTruthy()
  }
})

test('what a table sorts by, it sorts both ways: a second click on a header is no error', () => {
  const sorts = operations.flatMap(({ name, operation }) => {
    const sort = (operation.parameters ?? []).find((one: any) => one.name === 'sort')
    return sort ? [{ name, values: sort.schema.enum as string[] }] : []
  })
  expect(sorts.length).toBeGreaterThan(20)
  for (const { name, values } of sorts.filter(({ values }) => values.some(value => value.startsWith('-'))))
    for (const value of values.filter(value => !['newest', 'waiting'].includes(value)))
      expect(values, name).toContain(value.startsWith('-') ? value.slice(1) : `-${value}`)
})

test('calls within an account declare its header, and those that change something the Idempotency-Key', () => {
  for (const { name, method, operation } of operations) {
    const refs = (operation.parameters ?? []).map((one: any) => one.$ref)
    const inAccount = operation['x-mode'] === 'member'
    expect(refs.includes('#/components/parameters/account'), name).toBe(inAccount)
    expect(refs.includes('#/components/parameters/idempotencyKey'), name).toBe(inAccount && method === 'post')
  }
})

test('what calls share stands once: the document stays small, and its references lead somewhere', () => {
  const text = JSON.stringify(document)
  // Under 700 kB for the 450 calls of today.
  expect(text.length / operations.length).toBeLessThan(700_000 / 450)
  for (const name of ['Lead', 'Person', 'Task', 'Conversation', 'ApiKey', 'Refusal'])
    expect(document.components.schemas[name], name).toBeTruthy()
  const schemas = new Set<string>()
  for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
    expect(document.components[kind!][name!], `${kind} ${name}`).toBeTruthy()
    if (kind === 'schemas') schemas.add(name!)
  }
  expect([...schemas].sort()).toEqual(Object.keys(document.components.schemas).sort())
  expect(text).not.toContain('"pattern":"^([0-9a-fA-F]{8}')
})

test('a client in TypeScript that is generated from it compiles, and refuses what the contract refuses', async () => {
  const { files } = await generateApi({
    spec: document as never,
    httpClientType: 'fetch',
    output: false,
    silent: true,
    generateResponses: true,
  })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lampstand-client-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const options = { strict: true, noEmit: true, target: 'esnext', module: 'esnext', lib: ['esnext', 'dom'], types: [] }
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...options, moduleResolution: 'bundler' } }))
  write('client.ts', files[0]!.fileContent)
  write(
    'use.ts',
    `import { Api } from './client'
     const api = new Api({ baseUrl: 'https://crm.example.org/rest/v1' })
     export async function use(): Promise<string[]> {
       const made = await api.leads.leadsCreate({ firstName: 'Pat' }, { headers: { 'Idempotency-Key': 'one' } })
       const { data } = await api.leads.leadsMove(made.data.id, { status: 'contacted', after: null })
       return [data.name, data.status]
     }`,
  )
  write(
    'wrong.ts',
    `import { Api } from './client'
     export const wrong = () => new Api().leads.leadsMove('x', { status: 'heaven', after: null })`,
  )
  expect(problemsIn(folder)).toEqual([expect.stringMatching(/^wrong.ts: .*heaven/)])
})

/** What the TypeScript compiler says of a project. */
function problemsIn(folder: string): string[] {
  const config = path.join(folder, 'tsconfig.json')
  const compiler = new API({ cwd: folder })
  try {
    const { program } = compiler.updateSnapshot({ openProjects: [config] }).getProject(config)!
    return ['client.ts', 'use.ts', 'wrong.ts'].flatMap(file =>
      program.getSemanticDiagnostics(path.join(folder, file)).map(({ text }) => `${file}: ${text}`),
    )
  } finally {
    compiler.close()
  }
}
