import { startTestApp } from '../server/test/app.ts'

// A server with pages that takes a push service on this machine for one of the internet. Prints its address once it listens.

const site = await startTestApp({ without_pages: false, push_origins: [process.env.PUSH_ORIGIN ?? ''] })
for (const one of [site.app.worker, site.app.pusher]) one.start()
process.on('SIGTERM', () => void site.stop().then(() => process.exit()))
process.stdout.write(`${site.url}\n`)
