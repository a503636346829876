/** Why a person should look at how a request is sorted: `unsorted` has no category, `unsure` a low confidence, `disagrees` another opinion by now. */
export const doubts = ['unsorted', 'unsure', 'disagrees'] as const

/** Categories of one request. */
export const MAX_CATEGORIES = 10

/** `learned`: it began with a first correction. `rebuilt`: the nightly work made it. `stepped_back`: an administrator did. */
export const versionReasons = ['learned', 'rebuilt', 'stepped_back'] as const
