import pino from 'pino'

/** A failed query's parameters are people's data: the log keeps its text alone. */
const withoutParameters = (text: string | undefined) => text?.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '')

function serialise(error: Error) {
  const plain = pino.stdSerializers.err(error)
  if (!(error instanceof Error)) return plain
  return {
    type: plain.type,
    message: withoutParameters(plain.message),
    code: plain.code,
    stack: withoutParameters(plain.stack),
  }
}

const secrets = ['password', 'token', 'access_token', 'refresh_token', 'authorization']

/** JSON lines, or short readable ones on a terminal. Never give it content: ids, codes and counts only. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? (process.env.VITEST ? 'error' : 'info'),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: serialise },
  redact: {
    paths: secrets.flatMap(name => [name, `*.${name}`]),
    censor: '[hidden]',
  },
})
