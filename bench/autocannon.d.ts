/** Types of the part of autocannon 9 that the bench uses; the package ships none. */
declare module 'autocannon' {
  export interface Request {
    method: string
    path: string
    headers: Record<string, string>
    body?: string
  }

  export interface Client {
    setRequests(requests: Request[]): void
  }

  export interface Options {
    url: string
    connections: number
    /** Duration in seconds. */
    duration: number
    /** Milliseconds between samples; a run ends with the sample after its duration. */
    sampleInt: number
    /** Seconds until an unanswered request counts as an error. */
    timeout: number
    setupClient(client: Client): void
  }

  export interface Result {
    '2xx': number
    non2xx: number
    errors: number
    statusCodeStats: Record<string, { count: number }>
  }

  export interface Instance extends PromiseLike<Result> {
    on(event: 'start', listener: () => void): this
    /** `time` is in milliseconds with fractions; the percentiles of the result are whole milliseconds. */
    on(event: 'response', listener: (client: Client, status: number, bytes: number, time: number) => void): this
    stop(): void
  }

  export default function autocannon(options: Options): Instance
}
