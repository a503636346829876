/** Types of the part of autocannon 9 that the bench uses; the package ships none. */
declare module 'autocannon' {
  export interface Request {
    method: string
    path: string
    headers: Record<string, string>
    body?: string
  }

  interface Client {
    setRequests(requests: Request[]): void
  }

  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    statusCodeStats: Record<string, { count: number }>
  }

  interface Instance extends PromiseLike<Result> {
    on(event: 'start', listener: () => void): this
    /** `time` is in milliseconds with fractions; the percentiles of the result are whole milliseconds. */
    on(event: 'response', listener: (client: Client, status: number, bytes: number, time: number) => void): this
  }

  /** `duration` and `timeout` are in seconds. A run ends with the sample, every `sampleInt` ms, after its duration. */
  export default function autocannon(options: {
    url: string
    connections: number
    duration: number
    sampleInt: number
    timeout: number
    setupClient(client: Client): void
  }): Instance
}
