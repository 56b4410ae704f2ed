/** Minutes without a message after which a ticket moves by itself (S9-063…074); 0 is never. Ten days at most. */
export const inactivityMinutes = [0, 1, 10, 30, 60, 120, 240, 480, 720, 1_440, 7_200, 14_400] as const
/** One of {@link inactivityMinutes}. */
export type InactivityMinutes = (typeof inactivityMinutes)[number]

/**
 * Whether a ticket goes back to its queue before it would be closed (reading 62): a return that is not shorter than
 * the closing never happens. Server and settings page ask the same.
 */
export const returnsBeforeClosing = (returnMinutes: number, closeMinutes: number): boolean =>
  returnMinutes > 0 && (closeMinutes === 0 || returnMinutes < closeMinutes)

/**
 * Who is given a ticket that waits (S9-133…135): nobody, of those who are there the one with the fewest open tickets,
 * or anyone of them.
 */
export const distributions = ['none', 'balance', 'random'] as const
/** One of {@link distributions}. */
export type Distribution = (typeof distributions)[number]
