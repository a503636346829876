/** True for a host that leads every machine to itself, as `hostname` of a `URL` has it: without other spellings of an address. */
export const isThisMachine = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::(1|ffff:(7f..:\w+|0:0))?\])\.?$/i.test(hostname)

/** Returns what the origin of a site itself says against it: that nobody else can open it, or not safely. Null: nothing. */
export function faultOfAddress(origin: string): 'this_machine' | 'insecure' | null {
  const { protocol, hostname } = new URL(origin)
  if (isThisMachine(hostname)) return 'this_machine'
  return protocol === 'https:' ? null : 'insecure'
}
