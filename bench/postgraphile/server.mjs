// PostGraphile 5 over the product's tables: the same rows, limited by the same row policies. Runs as a process of its own.
import { createServer } from 'node:http'
import pg from 'pg'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

process.once('message', async ({ connection, clientId }) => {
  const pool = new pg.Pool({ ...connection, max: 10 })
  const preset = {
    extends: [PostGraphileAmberPreset],
    pgServices: [
      makePgService({
        pool,
        schemas: ['public'],
        pgSettings: () => ({ role: 'lampstand_app', 'app.client_id': clientId }),
        pgSettingsForIntrospection: {},
      }),
    ],
    grafserv: { graphqlPath: '/graphql', watch: false, graphiql: false },
    grafast: { explain: false },
  }
  const serv = postgraphile(preset).createServ(grafserv)
  const server = createServer()
  await serv.addTo(server)
  server.listen(0, '127.0.0.1', () => process.send(server.address().port))
})
