/** Minutes without a message after which a ticket moves by itself (S9-063…074); 0 is never. Ten days at most. */
export const inactivityMinutes = [0, 1, 10, 30, 60, 120, 240, 480, 720, 1_440, 7_200, 14_400] as const
/** One of {@link inactivityMinutes}. */
export type InactivityMinutes = (typeof inactivityMinutes)[number]

/**
 * Whether a ticket goes back to its queue before it would be closed (reading 62): a return that is not shorter than the
 * closing never happens. Server and settings page call the same function.
 */
export const returnsBeforeClosing = (returnMinutes: number, closeMinutes: number): boolean =>
  returnMinutes > 0 && (closeMinutes === 0 || returnMinutes < closeMinutes)

/**
 * Rules by which a waiting ticket gets a user (S9-133…135): none, the available user with the fewest open tickets, or a
 * random one of them.
 */
export const distributions = ['none', 'balance', 'random'] as const
/** One of {@link distributions}. */
export type Distribution = (typeof distributions)[number]
