/** The value of a closed list that an address gives, if it is one of them. */
export const oneOf = <Value extends string>(values: readonly Value[], given: string | null): Value | undefined =>
  values.find((value) => value === given)
