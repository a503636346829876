/** Why a request comes to a person today, in the order in which it comes. */
export const todayReasons = ['day', 'list', 'following', 'group', 'waiting'] as const
