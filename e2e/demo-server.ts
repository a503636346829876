import { type DemoOptions, type DemoSite, dropFilled, startDemoSite } from '../server/test/demo-site.ts'

// Sites with a demo community in one process, since loading the program takes most of a start. Options start another one, whose address
// is sent back; an address stops that site, and is sent back once it is stopped.

const sites = new Map<string, DemoSite>()
const send = (address: string) => process.send?.(address)

async function obey(message: DemoOptions | string): Promise<void> {
  if (typeof message === 'string') {
    await sites.get(message)?.stop()
    sites.delete(message)
    send(message)
  } else {
    const site = await startDemoSite(message)
    sites.set(site.url, site)
    send(site.url)
  }
}
process.on('message', (message: DemoOptions | string) => void obey(message))
process.on('disconnect', () => void dropFilled().then(() => process.exit()))
