/** The time of a test run begins here: on a Wednesday at noon, so that nothing depends on the day and hour of the run. Milliseconds. */
export const TEST_NOON = Date.parse('2026-03-04T12:00:00Z')

/** The time of this run began at this time of the machine's clock; processes that it starts are told. Milliseconds. */
export const BEGAN_AT = Number(process.env.TEST_BEGAN_AT ?? performance.timeOrigin)

/** The time of the run, which all its servers share. Milliseconds. */
export const testTime = (): number => TEST_NOON + Date.now() - BEGAN_AT
