import { dropFilled, type DemoSite, startDemoSite } from '../server/test/demo-site.ts'

// Sites with a demo community in one process, since loading the program takes most of a start. Each message "start" starts another one,
// whose address is sent back; an address stops that site, and is sent back once it is stopped.

const sites = new Map<string, DemoSite>()
const send = (address: string) => process.send?.(address)

async function obey(message: string): Promise<void> {
  if (message === 'start') {
    const site = await startDemoSite()
    sites.set(site.url, site)
    send(site.url)
  } else {
    await sites.get(message)?.stop()
    sites.delete(message)
    send(message)
  }
}
process.on('message', (message: string) => void obey(message))
process.on('disconnect', () => void dropFilled().then(() => process.exit()))
