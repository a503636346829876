import { type AddressInfo, type Socket, createServer } from 'node:net'
import { isFull } from './depth.ts'

/** Steps of a conversation with a mail server, with its answer when all is well. */
export const STEPS = { greeting: 220, EHLO: 250, MAIL: 250, RCPT: 250, DATA: 354, end: 250, QUIT: 221 } as const
export type Step = keyof typeof STEPS

/** A server may do these instead of answering. */
export const FAULTS = {
  'answers 451': (socket: Socket) => void socket.write('451 hannah@example.org: try again later\r\n'),
  'answers 550': (socket: Socket) => void socket.write('550 hannah@example.org: no\r\n'),
  'answers 554': (socket: Socket) => void socket.write('554 hannah@example.org: no\r\n'),
  'answers 550 5.4.5': (socket: Socket) =>
    void socket.write('550-5.4.5 hannah@example.org: too many\r\n550 5.4.5 today\r\n'),
  'answers 999': (socket: Socket) => void socket.write('999 what?\r\n'),
  'answers nonsense': (socket: Socket) => void socket.write('<html>hannah@example.org</html>\r\n'),
  'hangs up': (socket: Socket) => void socket.end(),
  'breaks off': (socket: Socket) => void socket.resetAndDestroy(),
  'says nothing more': () => {},
}
export type Fault = keyof typeof FAULTS

/** Each step with each fault. */
export const everyFault: [Step, Fault][] = (Object.keys(STEPS) as Step[]).flatMap((step) =>
  (Object.keys(FAULTS) as Fault[]).map((fault): [Step, Fault] => [step, fault]),
)

/** Each step and each fault, and every outcome: a refusal for good, a later try, and a mail that may have been taken. */
const someFaults: [Step, Fault][] = [
  ['greeting', 'answers 451'],
  ['EHLO', 'answers 999'],
  ['MAIL', 'answers nonsense'],
  ['MAIL', 'answers 550'],
  ['RCPT', 'answers 550'],
  ['RCPT', 'answers 554'],
  ['RCPT', 'answers 550 5.4.5'],
  ['end', 'answers 550'],
  ['end', 'answers 550 5.4.5'],
  ['DATA', 'hangs up'],
  ['end', 'says nothing more'],
  ['QUIT', 'breaks off'],
]

/** For mails that are sent by what `mail-faults.test.ts` tries with every fault. */
export const sampledFaults = isFull ? everyFault : someFaults

/** A mail server that fails at one step, when it is told to. */
export class BrokenServer {
  step: Step | undefined
  fault: Fault = 'hangs up'
  /** Called with the Message-ID of each mail that came to its end, taken or not. */
  onMail: ((id: string) => void) | undefined
  onConnection: (() => void) | undefined
  /** Awaited before it asks for the mail. */
  beforeData: (() => Promise<void>) | undefined
  /** The Message-IDs of the mails that it took. */
  readonly taken: string[] = []
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#converse(socket))

  async start(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve))
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #answer(socket: Socket, step: Step): void {
    if (this.step === step) FAULTS[this.fault](socket)
    else socket.write(`${STEPS[step]} fine\r\n`)
  }

  #converse(socket: Socket): void {
    this.#sockets.add(socket)
    this.onConnection?.()
    let buffer = ''
    let isMail = false
    socket.on('error', () => {}).setEncoding('latin1')
    socket.on('data', (part: string) => {
      buffer += part
      for (;;) {
        const ending = isMail ? '\r\n.\r\n' : '\r\n'
        const at = buffer.indexOf(ending)
        if (at < 0) return
        const text = buffer.slice(0, at)
        buffer = buffer.slice(at + ending.length)
        const step = isMail ? 'end' : (text.slice(0, 4).trim().toUpperCase() as Step)
        const id = /^Message-ID: (.*)$/im.exec(text)?.[1] ?? ''
        if (step === 'end') this.onMail?.(id)
        if (step === 'end' && this.step !== 'end') this.taken.push(id)
        isMail = step === 'DATA' && this.step !== 'DATA'
        if (step === 'DATA' && this.beforeData) void this.beforeData().then(() => this.#answer(socket, step))
        else this.#answer(socket, step)
      }
    })
    this.#answer(socket, 'greeting')
  }
}
