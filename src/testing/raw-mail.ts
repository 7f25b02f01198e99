/** An email as it comes over the line. */
export const lines = (...all: string[]) => Buffer.from(all.join('\r\n'))

/** A delivery report of another server. */
export const bounceOf = (messageId: string, status: string, said: string, action = 'failed') =>
  lines(
    'From: MAILER-DAEMON@mx.example.net',
    'To: lampstand@127.0.0.1',
    'Subject: Undelivered',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    '',
    'Your mail did not arrive.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    'Final-Recipient: rfc822; pat@example.org',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${said}`,
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${messageId}@127.0.0.1>`,
    'Subject: Sunday',
    '',
    'See you?',
    '--b--',
    '',
  )
