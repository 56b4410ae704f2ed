/* Free of any library: the editor asks the same. */

/** What gives the ticket away, puts it off or ends it. */
const endings: readonly string[] = ['snooze', 'toQueue', 'toUser', 'return', 'resolve']

/** The places of steps that end a macro and are not its last: whatever came behind them might not be allowed any more. */
export const tooEarly = (steps: readonly { readonly kind: string }[]): number[] => steps.flatMap(({ kind }, at) => endings.includes(kind) && at < steps.length - 1 ? [at] : [])
