import { type AddressInfo, type Socket, createServer } from 'node:net'

// A mail server that takes everything and keeps nothing. Prints its address, then the number of mails that it took, each second.

let taken = 0

function converse(socket: Socket): void {
  let isMail = false
  let rest = ''
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  socket.setEncoding('latin1').on('error', () => {})
  say('220 sink')
  socket.on('data', (part) => {
    rest += String(part)
    for (;;) {
      const end = isMail ? '\r\n.\r\n' : '\r\n'
      const index = rest.indexOf(end)
      if (index === -1) return
      const line = rest.slice(0, index)
      rest = rest.slice(index + end.length)
      if (isMail) {
        isMail = false
        taken += 1
        say('250 taken')
      } else if (/^DATA/i.test(line)) {
        isMail = true
        say('354 go on')
      } else if (/^QUIT/i.test(line)) {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
  })
}

const server = createServer(converse).listen(0, '127.0.0.1', () => {
  process.stdout.write(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('message', () => process.send?.(taken))
