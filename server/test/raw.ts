import { connect } from 'node:net'

export interface RawResponse {
  status: number
  /** Names in lower case. */
  headers: Map<string, string>
  body: string
}

/** Sends bytes as they are over a socket of their own, and reads until the server closes it. Asks for JSON by default. */
export async function sendRaw(
  url: string,
  lines: string[],
  body: Buffer | string = '',
  { accept = 'application/json' }: { accept?: string | null } = {},
): Promise<RawResponse> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write([...lines, ...(accept === null ? [] : [`Accept: ${accept}`]), 'Connection: close', '', ''].join('\r\n'))
  socket.write(body)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const end = text.indexOf('\r\n\r\n')
  const [line = '', ...fields] = text.slice(0, end).split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: new Map(
      fields.map((field) => {
        const colon = field.indexOf(':')
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const
      }),
    ),
    body: text.slice(end + 4),
  }
}
