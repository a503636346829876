/** Returns the value from an address if it is in the closed list, else undefined. */
export const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((value) => value === given)
