const GIB = 2 ** 30

/** Room for a week without a look: a gibibyte, or a tenth of a smaller disk. Bytes. */
export const hasEnoughSpace = (free: number, size: number): boolean => free >= Math.min(GIB, size / 10)

/** Tokens last ten minutes and a press on "Pray" twelve hours: two seconds harm neither. Milliseconds since the epoch. */
export const clocksAgree = (ours: number, theirs: number): boolean => Math.abs(ours - theirs) <= 2000
