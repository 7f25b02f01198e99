/** A child process that asks one address over and over, on connections that stay open; its own work is small. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { percentile } from './table.ts'

export interface Load {
  port: number
  path: string
  headers?: Record<string, string>
  /** Sent by POST; without it, GET. */
  body?: string
  connections: number
  seconds: number
}
export interface Measured {
  /** requests a second */
  rate: number
  /** milliseconds */
  p50: number
  p99: number
  /** answers other than 200, and connections that broke */
  failed: number
}

/** Asks 127.0.0.1 for so many seconds, from a process of its own. */
export async function load(options: Load): Promise<Measured> {
  const child = fork(import.meta.filename, [], { stdio: 'inherit' })
  child.send(options)
  const [measured] = await once(child, 'message')
  return measured as Measured
}

async function measure({ port, path, headers = {}, body = '', connections, seconds }: Load): Promise<Measured> {
  const length = body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: '127.0.0.1', connection: 'keep-alive', ...length, ...headers })
  const request = `${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
  const times: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  const failures = await Promise.all(
    Array.from({ length: connections }, () => one(port, Buffer.from(request), end, times)),
  )
  const took = (performance.now() - begun) / 1000
  const failed = failures.reduce((sum, n) => sum + n, 0)
  return { rate: times.length / took, p50: percentile(times, 50), p99: percentile(times, 99), failed }
}

/** One connection: the next request leaves when the last answer is complete. Resolves with what failed. */
function one(port: number, request: Buffer, end: number, times: number[]): Promise<number> {
  return new Promise(resolve => {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true })
    let failed = 0
    let sent = 0
    let text = ''
    const ask = () => {
      if (performance.now() > end) return socket.end()
      text = ''
      sent = performance.now()
      socket.write(request)
    }
    socket.setEncoding('latin1')
    socket.on('connect', ask)
    socket.on('data', (piece: string) => {
      text += piece
      if (!isComplete(text)) return
      times.push(performance.now() - sent)
      if (!text.startsWith('HTTP/1.1 200')) failed++
      ask()
    })
    socket.on('error', () => failed++)
    socket.on('close', () => resolve(failed))
  })
}

function isComplete(text: string): boolean {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /content-length: *(\d+)/i.exec(text.slice(0, head))?.[1]
  return length ? text.length >= head + 4 + Number(length) : text.endsWith('0\r\n\r\n')
}

if (process.send)
  process.once('message', async message => {
    process.send!(await measure(message as Load), () => process.exit(0))
  })
