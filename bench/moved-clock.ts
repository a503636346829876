// Loaded before the server by `bench/clock.ts`: each SIGCONT, which nothing else handles, moves the clock of the
// process to the next of these offsets. Milliseconds.
const steps = (process.env.CLOCK_STEPS ?? '').split(',').map(Number)
let moved = 0
process.on('SIGCONT', () => (moved = steps.shift() ?? 0))

const Real = Date
globalThis.Date = new Proxy(Real, {
  construct: (_, values: unknown[]) =>
    values.length === 0 ? new Real(Real.now() + moved) : new Real(...(values as [number])),
  get: (target, name): unknown => (name === 'now' ? () => Real.now() + moved : Reflect.get(target, name)),
})
