import path from 'node:path'

/** Where the readers of the tests live, by turns: the server is in UTC. */
const worlds = ['Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles']

/** Returns the time zone of a file of tests, which is always the same. */
export function worldOf(file: string): string {
  const sum = Buffer.from(path.basename(file)).reduce((total, byte) => total + byte, 0)
  return worlds[sum % worlds.length] ?? 'UTC'
}
