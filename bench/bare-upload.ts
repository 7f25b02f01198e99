/** What an upload is compared with: a handler that writes what comes to a file and hashes it. Runs as a process of its own. */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

const server = http.createServer(async (request, answer) => {
  const file = path.join(tmpdir(), `bare-upload-${process.pid}`)
  const hash = createHash('sha256')
  await pipeline(
    request,
    async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        hash.update(piece)
        yield piece
      }
    },
    createWriteStream(file),
  )
  await rm(file)
  answer.end(hash.digest('hex'))
})
server.listen(0, '127.0.0.1', () => process.send!((server.address() as { port: number }).port))
process.once('disconnect', () => server.close())
