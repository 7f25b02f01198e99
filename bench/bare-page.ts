/** What a public page is compared with: a Hono handler that returns the same HTML, nothing else. Runs as a process of its own. */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

process.once('message', (html: string) => {
  const app = new Hono()
  app.get('/', c => c.html(html))
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send!(port))
  process.once('disconnect', () => server.close())
})
