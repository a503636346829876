import { createInterface } from 'node:readline'
import { startTestApp } from '../server/test/app.ts'

// A server with pages and a mail server of the test, whose clock a line of its input moves on by so many milliseconds. Prints its address
// once it listens, and "done" once what was due by then is done.

const site = await startTestApp({
  without_pages: false,
  // That of the browser, which looks at how old a session is.
  time: Date.now,
  environment: { SMTP_URL: process.env.SMTP_URL, MAIL_FROM: 'prayer@example.org' },
})
process.on('SIGTERM', () => void site.stop().then(() => process.exit()))
process.stdout.write(`${site.url}\n`)
for await (const line of createInterface(process.stdin)) {
  site.advance(Number(line))
  await site.runJobs()
  process.stdout.write('done\n')
}
