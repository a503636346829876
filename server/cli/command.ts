/** A mistake in the arguments, or a problem that the operator can solve: printed without a stack. */
export class CommandError extends Error {}
