import pino from 'pino'

/** JSON lines, or short readable ones on a terminal. Never give it content: ids, codes and counts only. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? (process.env.VITEST ? 'error' : 'info'),
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [
      'password',
      'token',
      'access_token',
      'refresh_token',
      'authorization',
      '*.password',
      '*.token',
      '*.authorization',
    ],
    censor: '[hidden]',
  },
})
